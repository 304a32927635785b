package store

import (
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// poolBytes is the size of the pool. What does not fit is allocated by libc's malloc, which the
// driver uses otherwise. Pages of the pool that are never touched cost nothing.
const poolBytes = 1<<20 - poolStep

// The size of a block is a multiple of poolStep, at most poolLargest, both in bytes. The largest block
// holds a page of the store and SQLite's header for it.
const (
	poolStep    = 16
	poolLargest = 4608
)

// pool is the allocator of SQLite's memory in a hook: blocks of all sizes are allocated from one
// region in order, and a freed block goes to a free list of its size. libc's malloc touches a page
// of memory for each size of block, and takes a mutex for each allocation, which is a twentieth of
// the cost of a hook. The pool is for one thread. Positions and sizes are counted in steps of
// poolStep bytes, positions from 1.
var pool struct {
	start uintptr                          // address of the first step
	given uint16                           // number of steps that were allocated, from the start
	back  [poolLargest/poolStep + 1]uint16 // the free lists by size: position of the first block, 0 for none
	steps [poolBytes/poolStep + 1]uint16   // by position: the size of an allocated block, the next block in the list of a free one
}

// usePool makes SQLite allocate from the pool. It must be called before the first database is opened.
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
	// SQLite's lookaside memory would be allocated from the pool, and written to at once.
	sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_LOOKASIDE, libc.VaList(list, int32(0), int32(0)))
}

// function returns a Go function that is no closure as the function pointer of translated C.
func function[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f F }{f})) }

// rounded returns the size of a block for n bytes, in bytes.
func rounded(n int32) int32 { return (n + poolStep - 1) &^ (poolStep - 1) }

// inPool returns the position of the block at address p, 0 if it is not in the pool.
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
	if block+size == pool.given+1 { // the last block
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
