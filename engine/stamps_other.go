//go:build !unix

package engine

import (
	"io/fs"
	"os"
)

// stamps tell the files of one folder from what they were before. Here the time of a change
// can be set to what it was, so nothing is known of a file but by reading it.
type stamps struct{}

func (*stamps) begin(*os.File, int) {}

func (*stamps) take([]fs.DirEntry, int) {}

func (*stamps) of(int) (stamp []byte, changed int64) { return nil, 0 }

// lastChange is when anything of a file or folder changed last; nothing here tells that.
func lastChange(string) (ns int64, known bool) { return 0, false }
