package hook

// A Usage is how many tokens a model was asked for, as a client's transcript tells. What one count has, no other has.
type Usage struct {
	Model   string
	Input   int64 // read anew
	Cached  int64 // read from the provider's cache, which each request does with most of the conversation
	Written int64 // read anew and written into the provider's cache, for minutes,
	Kept    int64 // or for an hour, which costs more
	Output  int64 // written by the model, with what it thought
}

// Add adds another usage of the same model.
func (u *Usage) Add(other Usage) {
	u.Input += other.Input
	u.Cached += other.Cached
	u.Written += other.Written
	u.Kept += other.Kept
	u.Output += other.Output
}

// Minus returns u without another usage.
func (u Usage) Minus(other Usage) Usage {
	u.Add(Usage{Input: -other.Input, Cached: -other.Cached, Written: -other.Written, Kept: -other.Kept, Output: -other.Output})
	return u
}

// Anew returns all tokens but those that were read from the cache.
func (u Usage) Anew() int64 { return u.Input + u.Written + u.Kept + u.Output }

// IsZero reports whether no token was used.
func (u Usage) IsZero() bool { return u == Usage{Model: u.Model} }
