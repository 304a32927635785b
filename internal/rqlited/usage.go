package rqlited

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit in which Linux counts processor time for other processes.
const tick = 10 * time.Millisecond

// Processor returns how much processor time the node's process has used, in steps of 10 ms. Only Linux tells.
func (n *Node) Processor() (time.Duration, error) {
	pid := n.PID()
	if pid == 0 {
		return 0, errors.New("the node does not run")
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name before may contain spaces
	var used time.Duration
	for _, field := range strings.Fields(after)[11:13] { // in user mode, and in the kernel
		ticks, err := strconv.Atoi(field)
		if err != nil {
			return 0, err
		}
		used += time.Duration(ticks) * tick
	}
	return used, nil
}

// Memory returns how many bytes of memory the node's process has, with the pages of files that are mapped. Only Linux tells.
func (n *Node) Memory() (bytes int64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", n.PID()))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err
}

// Disk returns how many bytes the files of the node have: the database, and the log and the snapshots of Raft.
func (n *Node) Disk() (bytes int64, err error) {
	err = filepath.WalkDir(n.args[len(n.args)-1], func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the server removes old snapshots
		}
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}
