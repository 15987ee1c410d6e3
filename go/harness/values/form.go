// Package values has what the harness knows of objects: their bytes, digests and touches (FORMAT.md).
package values

// Plan is what an access operation reads (FORMAT.md, section 5).
type Plan int

// The plans.
const (
	One Plan = iota
	Tenth
	All
)

func (plan Plan) String() string { return [...]string{"one", "tenth", "all"}[plan] }

// Form handles objects without knowing their type: those of the workload's plain root, or what a floor takes in
// their place.
type Form interface {
	// Read makes the object that takes all of the bytes, and refuses every second encoding of a value.
	Read(bytes []byte) (any, error)
	// Write appends the canonical bytes.
	Write(object any, out []byte) []byte
	// Touched is what reading the object by a plan gives.
	Touched(object any, plan Plan) uint64
	// Relayed says what a relay does with objects; false for a floor.
	Relayed() (RelayedForm, bool)
	// StudyKey reads the key of the complex-object study (FORMAT.md, section 8); false where there is none.
	StudyKey() (func(object any) uint64, bool)
}

// RelayedForm changes objects as a relay does (FORMAT.md, section 7).
type RelayedForm interface {
	HasNumber() bool
	// Update adds 1 to the number wherever it occurs.
	Update(object any)
	HasBatch() bool
	// Split fills the parts, whose memory it uses again, and makes those that are nil. They share with the object
	// all that is not in the batch. Elements go to the part of their number, or in turn.
	Split(object any, parts []any, byNumber bool)
	IsEnvelope() bool
	Destination(object any) uint64
	Payload(object any) []byte
}

// Image is an object as its canonical bytes alone: what the floor holds.
type Image struct{ Bytes []byte }

// ImageForm handles images of the objects that another form handles.
type ImageForm struct{ Of Form }

// Read keeps the bytes of a valid object.
func (form ImageForm) Read(bytes []byte) (any, error) {
	if _, err := form.Of.Read(bytes); err != nil {
		return nil, err
	}
	return &Image{append([]byte(nil), bytes...)}, nil
}

// Write appends the bytes.
func (form ImageForm) Write(object any, out []byte) []byte {
	return append(out, object.(*Image).Bytes...)
}

// Touched reads the object that the bytes hold.
func (form ImageForm) Touched(object any, plan Plan) uint64 {
	read, err := form.Of.Read(object.(*Image).Bytes)
	if err != nil {
		return 0
	}
	return form.Of.Touched(read, plan)
}

// Relayed is false: there are only bytes.
func (form ImageForm) Relayed() (RelayedForm, bool) { return nil, false }

// StudyKey is false: there are only bytes.
func (form ImageForm) StudyKey() (func(object any) uint64, bool) { return nil, false }
