package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"serbench/harness/adapter"
)

func TestAPlanReadsAtOnceWhatLiesSideBySide(t *testing.T) {
	var plan ReadPlan
	plan.Make([]Extent{{16, 10}, {32, 16}, {4096, 5}, {0, 3}}, RecordAlignment)
	if len(plan.windows) != 3 || !slices.Equal(plan.Places, []uint64{0, 16, 32, 48}) || plan.BufferBytes != 64 {
		t.Errorf("got %+v", plan)
	}
	if plan.windows[0] != (window{offset: 16, bytes: 32, needed: 32, place: 0}) {
		t.Errorf("the first window is %+v", plan.windows[0])
	}
	plan.Make([]Extent{{16, 10}, {5000, 20}}, PageBytes)
	if len(plan.windows) != 1 || !slices.Equal(plan.Places, []uint64{16, 5000}) || plan.BufferBytes != 2*PageBytes {
		t.Errorf("from page to page: %+v", plan)
	}
}

func TestAPageBufferBeginsAtAPage(t *testing.T) {
	for _, bytes := range []uint64{0, 1, PageBytes, PageBytes + 1, 1 << 20} {
		buffer := PageBufferOf(bytes)
		begin := uintptr(unsafe.Pointer(unsafe.SliceData(buffer.Bytes)))
		if begin%PageBytes != 0 || uint64(len(buffer.Bytes)) != RoundUp(max(bytes, 1), PageBytes) {
			t.Errorf("%d bytes: %d from %x", bytes, len(buffer.Bytes), begin)
		}
	}
}

func TestPartsFollowEachOther(t *testing.T) {
	expected := []Range{{0, 3}, {3, 6}, {6, 8}}
	if got := Parts(8, 3); !slices.Equal(got, expected) {
		t.Errorf("got %v", got)
	}
}

func TestAThreadThatFailsIsHeard(t *testing.T) {
	fault := errors.New("no")
	well := func() error { return nil }
	if err := InThreads([]func() error{well, func() error { return fault }, well}); err != fault {
		t.Errorf("heard %v", err)
	}
}

func TestAFaultKeepsItsFirstObject(t *testing.T) {
	fault := Of(8, Of(7, adapter.Wrong("another")))
	var numbered *Numbered
	if !errors.As(fault, &numbered) || numbered.Number != 7 || adapter.FailureOf(fault).Outcome != "wrong" {
		t.Errorf("got %v", fault)
	}
	if Of(7, nil) != nil {
		t.Error("nothing failed")
	}
}

func TestWhatWasWrittenIsRead(t *testing.T) {
	folder := t.TempDir()
	data, index := filepath.Join(folder, "data"), filepath.Join(folder, "index")
	identity := Identity{"codec", "workload", 1 << 63, 3}
	writer, err := CreateStore(data, index, identity, false)
	if err != nil {
		t.Fatal(err)
	}
	begin := writer.Reserve(32)
	extents := []Extent{{begin + 16, 2}, {begin, 3}, {begin + 18, 0}}
	err = errors.Join(
		writer.Write([]byte("abc~~~~~~~~~~~~~de~~~~~~~~~~~~~~"), begin),
		writer.Note([]uint64{2, 0, 1}, extents),
		writer.Sync(),
	)
	if dataBytes, fault := writer.Finish(); err != nil || fault != nil || dataBytes != 32 {
		t.Fatalf("%v, %v, %d bytes", err, fault, dataBytes)
	}
	reader, err := OpenStore(data, index, false)
	if err != nil || reader.Identity != identity {
		t.Fatalf("%v: %+v", err, reader)
	}
	found, err := reader.Locate([]uint64{0, 1, 2}, nil)
	if err != nil || !slices.Equal(found, []Extent{{0, 3}, {18, 0}, {16, 2}}) {
		t.Errorf("%v: %v", err, found)
	}
	if err := os.Truncate(data, 40); err != nil {
		t.Fatal(err)
	}
	expected := "The file " + data + " does not have the size that its index tells."
	if _, err := OpenStore(data, index, false); err == nil || err.Error() != expected {
		t.Errorf("said %v", err)
	}
}
