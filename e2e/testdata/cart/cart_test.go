package cart

import "testing"

func TestHalfUp(t *testing.T) {
	if got := Total(125, 10); got != 113 {
		t.Errorf("got %d, want 113", got)
	}
}
