package store

import (
	"fmt"
	"os"
)

const (
	numberBytes   = 8
	numbersAtOnce = 8192
)

// NumberList is a file of numbers, 8 bytes each.
type NumberList struct {
	file *File
}

// OpenNumberList opens the list; without a path there is none.
func OpenNumberList(path string) (*NumberList, error) {
	if path == "" {
		return nil, nil
	}
	file, err := OpenFile(path, os.O_RDONLY, false)
	if err != nil {
		return nil, err
	}
	return &NumberList{file}, nil
}

// At puts the numbers at these places into numbers; where there is no list, they are those of the places.
func (l *NumberList) At(first uint64, numbers []uint64) error {
	if l == nil {
		for i := range numbers {
			numbers[i] = first + uint64(i)
		}
		return nil
	}
	bytes := make([]byte, numberBytes*len(numbers))
	if err := l.file.ReadAll(bytes, numberBytes*first); err != nil {
		return err
	}
	for i := range numbers {
		numbers[i] = numberAt(bytes, numberBytes*i)
	}
	return nil
}

// Keys reads all of a list, which has to be of so many keys.
func (l *NumberList) Keys(count uint64) ([]uint64, error) {
	size, err := l.file.Size()
	if err != nil {
		return nil, err
	}
	if size != numberBytes*count {
		return nil, l.file.Refuse(fmt.Sprintf("does not hold a key of 8 bytes for each of %d objects", count))
	}
	keys := make([]uint64, count)
	return keys, l.At(0, keys)
}

// RequireOrder refuses a list that is not an order of the numbers below count.
func (l *NumberList) RequireOrder(count uint64) error {
	if l == nil {
		return nil
	}
	refusal := l.file.Refuse(fmt.Sprintf("does not hold each number below %d once", count))
	size, err := l.file.Size()
	if err != nil {
		return err
	}
	if size != numberBytes*count {
		return refusal
	}
	there := make([]bool, count)
	numbers := make([]uint64, min(numbersAtOnce, count))
	for first := uint64(0); first < count; first += numbersAtOnce {
		part := numbers[:min(numbersAtOnce, count-first)]
		if err := l.At(first, part); err != nil {
			return err
		}
		for _, number := range part {
			if number >= count || there[number] {
				return refusal
			}
			there[number] = true
		}
	}
	return nil
}
