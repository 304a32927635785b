package store

import (
	"math/rand/v2"
	"testing"

	"modernc.org/libc"
)

// TestPool checks with random allocations, reallocations and frees, until after the pool is full, that
// blocks have at least the requested size and do not overlap.
func TestPool(t *testing.T) {
	tls := libc.NewTLS()
	defer tls.Close()
	pool.start = libc.Xmalloc(tls, poolBytes)
	type block struct {
		p    uintptr
		n    int32
		mark byte
	}
	var blocks []block
	holds := func(b block) {
		t.Helper()
		if have := poolSize(tls, b.p); have < b.n {
			t.Fatalf("a block for %d bytes has %d", b.n, have)
		}
		for i, c := range libc.GoBytes(b.p, int(b.n)) {
			if c != b.mark {
				t.Fatalf("byte %d of %d is %d, was %d", i, b.n, c, b.mark)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	full := false
	for turn := range 200_000 {
		n := 1 + random.Int32N([]int32{40, 300, 6000}[random.IntN(3)])
		mark := byte(turn)
		switch i := random.IntN(len(blocks) + 1); {
		case i == len(blocks) || random.IntN(5) > 2 && len(blocks) < 1500:
			b := block{poolMalloc(tls, n), n, mark}
			full = full || n <= poolLargest && inPool(b.p) == 0
			libc.Xmemset(tls, b.p, int32(mark), libc.Tsize_t(n))
			blocks = append(blocks, b)
		case random.IntN(3) == 0:
			holds(blocks[i])
			had := min(blocks[i].n, n)
			p := poolRealloc(tls, blocks[i].p, n)
			holds(block{p, had, blocks[i].mark})
			libc.Xmemset(tls, p, int32(mark), libc.Tsize_t(n))
			blocks[i] = block{p, n, mark}
		default:
			holds(blocks[i])
			poolFree(tls, blocks[i].p)
			blocks[i] = blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
		}
	}
	for _, b := range blocks {
		holds(b)
	}
	if !full {
		t.Error("the pool was never full")
	}
}
