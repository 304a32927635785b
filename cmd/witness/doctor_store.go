package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"witness/engine"
)

// store tells whether what hooks find out can be kept, and what went wrong in them.
func store(h engine.Health) []symptom {
	f := symptom{Check: "store", State: stateOK, Path: h.Store}
	folder := filepath.Dir(h.Store)
	wrong := ""
	if h.Wrong != nil {
		wrong, _, _ = strings.Cut(h.Wrong.Error(), "\n") // to close a broken store is refused in the same words
	}
	switch {
	case h.Wrong != nil && h.Bytes < 0:
		f.State, f.What, f.Mend = stateBroken, "it cannot be made: "+wrong, "make "+folder+" a directory that can be written"
	case h.Damaged:
		f.State, f.What, f.Mend = stateBroken, "it is damaged: "+wrong, "mv "+word(h.Store)+" "+word(h.Store+".damaged")
	case len(h.Locked) > 0:
		f.State, f.What, f.Mend = stateBroken, "it cannot be written: "+wrong, unlock(h.Locked)
	case h.Wrong != nil && strings.Contains(wrong, "locked"):
		f.State, f.What, f.Mend = stateBroken, "somebody holds it: "+wrong, "end the program that has it open (fuser "+word(h.Store)+")"
	case h.Wrong != nil:
		f.State, f.What, f.Mend = stateBroken, "it cannot be used: "+wrong, "see whether the disk of "+folder+" is full, faulty or mounted read-only: df -h "+word(folder)
	case h.Bytes < 0:
		f.What = "not there yet; the first call makes it"
	case h.Open:
		f.State, f.What, f.Mend = stateNote, "other users of this machine can read it", "chmod 600 "+word(h.Store)
	default:
		f.What = fmt.Sprintf("sound, can be written, %d kB", (h.Bytes+1023)/1024)
	}
	if h.Old {
		f.What += "; made by another version, and brought up to date by the next call"
	}
	all := []symptom{f}
	for _, s := range h.Swallowed {
		if time.Since(time.UnixMilli(s.At)) > 7*24*time.Hour {
			continue
		}
		f := symptom{Check: "faults", State: stateNote, Path: s.Place}
		f.What = fmt.Sprintf("a hook passed over this, %s, last %s: %s", count(int(s.Count), "time"), ago(s.At), s.Message)
		if strings.HasSuffix(s.Place, ".sql") {
			f.Mend = "witness rules check"
		}
		all = append(all, f)
	}
	return all
}

// word is a path as a shell takes it.
func word(path string) string {
	if !strings.ContainsAny(path, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// unlock is the command that lets its user write what refuses.
func unlock(paths []string) string {
	mode := "u+rw "
	if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
		mode = "u+rwx "
	}
	var words []string
	for _, path := range paths {
		words = append(words, word(path))
	}
	all := strings.Join(words, " ")
	return "chmod " + mode + all + `; if another user owns it: sudo chown "$(id -un)" ` + all
}

// ago says how long ago something was, in the largest unit that fits.
func ago(at int64) string {
	since := time.Since(time.UnixMilli(at))
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if n := int(since / unit.long); n > 0 {
			return count(n, unit.name) + " ago"
		}
	}
	return "just now"
}
