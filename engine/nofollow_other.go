//go:build !unix

package engine

// openNoFollow is not available on these systems.
const openNoFollow = 0
