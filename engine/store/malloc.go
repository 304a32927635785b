package store

import (
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// poolBytes is how much of its memory SQLite finds in the pool; what does not fit comes from
// where the driver has it from. Only what is touched costs anything.
const poolBytes = 1<<20 - poolStep

// A block of the pool is as large as a multiple of poolStep. The largest holds a page of the
// store with what SQLite keeps beside it.
const (
	poolStep    = 16
	poolLargest = 4608
)

// pool is the memory of a hook's SQLite. The driver's own would touch a page of the machine's
// memory for each size of block, and lock and unlock for each: a twentieth of what a hook
// costs. Here blocks of all sizes lie close, and what is given back is kept for the next of
// its size. It is for one thread. Blocks are counted in steps, from 1.
var pool struct {
	start uintptr                          // where the first step lies
	given uint16                           // how many steps have been given
	back  [poolLargest/poolStep + 1]uint16 // for each size, the first block that came back; 0 for none
	steps [poolBytes/poolStep + 1]uint16   // of a block that is in use its size, of one that came back the next one
}

// usePool has SQLite take its memory from the pool. It comes before the first database.
func usePool(tls *libc.TLS) {
	methods := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_mem_methods{})))
	pool.start = libc.Xmalloc(tls, poolBytes)
	if methods == 0 || pool.start == 0 {
		return
	}
	for i, method := range []uintptr{
		function(poolMalloc), function(poolFree), function(poolRealloc), function(poolSize), function(poolRoundup),
		function(func(*libc.TLS, uintptr) int32 { return sqlite3.SQLITE_OK }), function(func(*libc.TLS, uintptr) {}),
	} {
		libc.AtomicStoreNUintptr(methods+uintptr(i)*unsafe.Sizeof(method), method, 0)
	}
	list := tls.Alloc(16)
	defer tls.Free(16)
	sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_MALLOC, libc.VaList(list, methods))
	// SQLite's own pool of small blocks would be made of this one, and written to at once.
	sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_LOOKASIDE, libc.VaList(list, int32(0), int32(0)))
}

// function is a function without context, as translated C holds one.
func function[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f F }{f})) }

// rounded is how many bytes a block for n has.
func rounded(n int32) int32 { return (n + poolStep - 1) &^ (poolStep - 1) }

// inPool is the number of the block at p, 0 if it lies elsewhere.
func inPool(p uintptr) uint16 {
	if p < pool.start || p >= pool.start+poolBytes {
		return 0
	}
	return uint16((p-pool.start)/poolStep) + 1
}

func poolMalloc(tls *libc.TLS, n int32) uintptr {
	if n > poolLargest {
		return libc.Xmalloc(tls, libc.Tsize_t(n))
	}
	size := uint16(max(rounded(n), poolStep) / poolStep)
	block := pool.back[size]
	switch {
	case block > 0:
		pool.back[size] = pool.steps[block]
	case int(pool.given)+int(size) < len(pool.steps):
		block = pool.given + 1
		pool.given += size
	default:
		return libc.Xmalloc(tls, libc.Tsize_t(n))
	}
	pool.steps[block] = size
	return pool.start + uintptr(block-1)*poolStep
}

func poolFree(tls *libc.TLS, p uintptr) {
	block := inPool(p)
	if block == 0 {
		libc.Xfree(tls, p)
		return
	}
	size := pool.steps[block]
	if block+size == pool.given+1 { // the last that was given
		pool.given -= size
		return
	}
	pool.steps[block], pool.back[size] = pool.back[size], block
}

func poolRealloc(tls *libc.TLS, p uintptr, n int32) uintptr {
	had := poolSize(tls, p)
	switch {
	case inPool(p) == 0:
		return libc.Xrealloc(tls, p, libc.Tsize_t(n))
	case n <= had:
		return p
	}
	larger := poolMalloc(tls, n)
	if larger != 0 {
		libc.Xmemcpy(tls, larger, p, libc.Tsize_t(had))
		poolFree(tls, p)
	}
	return larger
}

func poolSize(tls *libc.TLS, p uintptr) int32 {
	if block := inPool(p); block > 0 {
		return int32(pool.steps[block]) * poolStep
	}
	return int32(libc.Xmalloc_usable_size(tls, p))
}

func poolRoundup(_ *libc.TLS, n int32) int32 { return rounded(n) }
