package protocol

// Terms reads the values of a request one by one and keeps the first fault, so that it is asked for once.
type Terms struct {
	Request *Request
	Fault   error
}

// Path is the value of a key.
func (terms *Terms) Path(key string) string {
	value, err := terms.Request.Path(key)
	terms.keep(err)
	return value
}

// Number is the number that a key holds.
func (terms *Terms) Number(key string) uint64 {
	value, err := terms.Request.Number(key)
	terms.keep(err)
	return value
}

// AtLeastOne is the number of a key, which is from 1 to most.
func (terms *Terms) AtLeastOne(key string, most uint64) uint64 {
	value := terms.Number(key)
	if terms.Fault == nil && (value < 1 || value > most) {
		terms.keep(Refuse("The value of %s is %d where 1 to %d belong.", key, value, most))
	}
	return value
}

func (terms *Terms) keep(err error) {
	if terms.Fault == nil {
		terms.Fault = err
	}
}
