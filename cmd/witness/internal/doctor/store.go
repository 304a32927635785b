package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine/inspect"
)

// checkStore reports whether the store can be written, and the errors of the last week's hooks.
func checkStore(h inspect.Health) []finding {
	f := finding{Check: "store", State: stateOK, Path: h.Store}
	folder := filepath.Dir(h.Store)
	wrong := ""
	if h.Wrong != nil {
		wrong, _, _ = strings.Cut(h.Wrong.Error(), "\n") // closing a broken store repeats the message
	}
	switch {
	case h.Wrong != nil && h.Bytes < 0:
		f.State, f.What, f.Fix = stateBroken, "it cannot be created: "+wrong, "make "+folder+" a writable directory"
	case h.Damaged:
		f.State, f.What, f.Fix = stateBroken, "it is damaged: "+wrong, "mv "+shellQuote(h.Store)+" "+shellQuote(h.Store+".damaged")
	case len(h.Locked) > 0:
		f.State, f.What, f.Fix = stateBroken, "it cannot be written: "+wrong, chmodCommand(h.Locked)
	case h.Wrong != nil && strings.Contains(wrong, "locked"):
		f.State, f.What, f.Fix = stateBroken, "another process has locked it: "+wrong, "end the program that has it open (fuser "+shellQuote(h.Store)+")"
	case h.Wrong != nil:
		f.State, f.What, f.Fix = stateBroken, "it cannot be used: "+wrong, "see whether the disk of "+folder+" is full, faulty or mounted read-only: df -h "+shellQuote(folder)
	case h.Bytes < 0:
		f.What = "it does not exist yet; the first call creates it"
	case h.Open:
		f.State, f.What, f.Fix = stateNote, "other users of this machine can read it", "chmod 600 "+shellQuote(h.Store)
	default:
		f.What = fmt.Sprintf("sound and writable, %d kB", (h.Bytes+1023)/1024)
	}
	if h.Old {
		f.What += "; created by another version, the next call upgrades it"
	}
	all := []finding{f}
	for _, s := range h.Faults {
		if time.Since(time.UnixMilli(s.At)) > 7*24*time.Hour {
			continue
		}
		f := finding{Check: "faults", State: stateNote, Path: s.Place}
		f.What = fmt.Sprintf("a hook ignored this error %s, last %s: %s", term.Count(int(s.Count), "time"), ago(s.At), s.Message)
		if strings.HasSuffix(s.Place, ".sql") {
			f.Fix = "witness rules check"
		}
		all = append(all, f)
	}
	return all
}

// shellQuote returns path quoted for a shell, if necessary.
func shellQuote(path string) string {
	if !strings.ContainsAny(path, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// chmodCommand returns the command that makes the paths writable.
func chmodCommand(paths []string) string {
	mode := "u+rw "
	if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
		mode = "u+rwx "
	}
	var words []string
	for _, path := range paths {
		words = append(words, shellQuote(path))
	}
	all := strings.Join(words, " ")
	return "chmod " + mode + all + `; if another user owns it: sudo chown "$(id -un)" ` + all
}

// ago returns how long ago a time in Unix milliseconds was, in the largest unit that fits.
func ago(at int64) string {
	since := time.Since(time.UnixMilli(at))
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if n := int(since / unit.long); n > 0 {
			return term.Count(n, unit.name) + " ago"
		}
	}
	return "just now"
}
