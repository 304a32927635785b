package engine

import (
	"encoding/binary"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// poolBytes is how much of its memory SQLite finds in the pool; what does not fit comes from
// where the driver has it from. Only what is touched costs anything.
const poolBytes = 1 << 20

// A block of the pool has its own size before it, and is as large as a multiple of poolStep.
// The largest holds a page of the store with what SQLite keeps beside it.
const (
	poolHead    = 8
	poolStep    = 16
	poolLargest = 4608
)

// pool is the memory of a hook's SQLite. Driver and SQLite would take a page of the machine's
// memory for each size of block, lock and unlock for each, and give most back before the
// process ends: that is a twentieth of what a hook costs. Here blocks of all sizes lie close,
// and what is given back is kept for the next of its size. It is for one thread.
var pool struct {
	given  int                           // what lies before it has been given
	back   [poolLargest/poolStep + 1]int // for each size, where the first block lies that came back; 0 for none
	memory [poolBytes]byte
}

// usePool has SQLite take its memory from the pool. It comes before the first database.
func usePool(tls *libc.TLS) {
	methods := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_mem_methods{})))
	if methods == 0 {
		return
	}
	words := [...]uintptr{
		function(poolMalloc), function(poolFree), function(poolRealloc), function(poolSize), function(poolRoundup),
		function(func(*libc.TLS, uintptr) int32 { return sqlite3.SQLITE_OK }), function(func(*libc.TLS, uintptr) {}),
	}
	libc.Xmemcpy(tls, methods, uintptr(unsafe.Pointer(&words)), libc.Tsize_t(unsafe.Sizeof(words)))
	list := tls.Alloc(8)
	defer tls.Free(8)
	sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_MALLOC, libc.VaList(list, methods))
}

// function is a function without context, as translated C holds one.
func function[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f F }{f})) }

// poolStart is where the pool begins.
func poolStart() uintptr { return uintptr(unsafe.Pointer(&pool.memory)) }

// poolBlock tells where in the pool a block lies, and its size; false if it lies elsewhere.
func poolBlock(p uintptr) (at, size int, ok bool) {
	at = int(p - poolStart())
	if p < poolStart() || at >= poolBytes {
		return 0, 0, false
	}
	return at, int(binary.NativeEndian.Uint64(pool.memory[at-poolHead:])), true
}

// rounded is the size of a block that holds n bytes and its own size.
func rounded(n int32) int { return (int(n) + poolHead + poolStep - 1) &^ (poolStep - 1) }

func poolMalloc(tls *libc.TLS, n int32) uintptr {
	size := rounded(n)
	if size > poolLargest {
		return libc.Xmalloc(tls, libc.Tsize_t(n))
	}
	if at := pool.back[size/poolStep]; at > 0 {
		pool.back[size/poolStep] = int(binary.NativeEndian.Uint64(pool.memory[at:]))
		return poolStart() + uintptr(at)
	}
	if pool.given+size > poolBytes {
		return libc.Xmalloc(tls, libc.Tsize_t(n))
	}
	binary.NativeEndian.PutUint64(pool.memory[pool.given:], uint64(size))
	at := pool.given + poolHead
	pool.given += size
	return poolStart() + uintptr(at)
}

func poolFree(tls *libc.TLS, p uintptr) {
	at, size, ok := poolBlock(p)
	if !ok {
		libc.Xfree(tls, p)
		return
	}
	if at-poolHead+size == pool.given { // the last that was given
		pool.given = at - poolHead
		return
	}
	binary.NativeEndian.PutUint64(pool.memory[at:], uint64(pool.back[size/poolStep]))
	pool.back[size/poolStep] = at
}

func poolRealloc(tls *libc.TLS, p uintptr, n int32) uintptr {
	_, size, ok := poolBlock(p)
	if !ok {
		return libc.Xrealloc(tls, p, libc.Tsize_t(n))
	}
	if rounded(n) <= size {
		return p
	}
	larger := poolMalloc(tls, n)
	if larger != 0 {
		libc.Xmemcpy(tls, larger, p, libc.Tsize_t(size-poolHead))
		poolFree(tls, p)
	}
	return larger
}

func poolSize(tls *libc.TLS, p uintptr) int32 {
	if _, size, ok := poolBlock(p); ok {
		return int32(size - poolHead)
	}
	return int32(libc.Xmalloc_usable_size(tls, p))
}

func poolRoundup(_ *libc.TLS, n int32) int32 { return int32(rounded(n) - poolHead) }
