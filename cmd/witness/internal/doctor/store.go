package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine/inspect"
	"witness/engine/store"
)

// large is the size of a store, in bytes, from which on doctor proposes to delete old sessions.
const large = 1e9

// week is how long errors and changes are reported.
const week = 7 * 24 * time.Hour

// checkStore reports whether the store can be written, and the errors that the last week's hooks met and the changes that
// they noticed.
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
		f.State, f.What, f.Fix = stateBroken, "it is damaged: "+wrong, "mv "+term.ShellQuote(h.Store)+" "+term.ShellQuote(h.Store+".damaged")
	case len(h.Locked) > 0:
		f.State, f.What, f.Fix = stateBroken, "it cannot be written: "+wrong, chmodCommand(h.Locked)
	case h.Wrong != nil && strings.Contains(wrong, "locked"):
		f.State, f.What, f.Fix = stateBroken, "another process has locked it: "+wrong, "end the program that has it open (fuser "+term.ShellQuote(h.Store)+")"
	case h.Wrong != nil:
		f.State, f.What, f.Fix = stateBroken, "it cannot be used: "+wrong, "see whether the disk of "+folder+" is full, faulty or mounted read-only: df -h "+term.ShellQuote(folder)
	case h.Bytes < 0:
		f.What = "it does not exist yet; the first call creates it"
	case h.Open:
		f.State, f.What, f.Fix = stateNote, "other users of this machine can read it", "chmod 600 "+term.ShellQuote(h.Store)
	case h.Bytes >= large:
		f.State, f.What, f.Fix = stateNote, "it is large: "+term.Bytes(h.Bytes), "witness db prune --older 90d"
	default:
		f.What = "sound and writable, " + term.Bytes(h.Bytes)
	}
	if h.Partly {
		f.What += "; only a part was examined"
	}
	if h.Old {
		f.What += "; created by another version, the next call upgrades it"
	}
	all := []finding{f}
	for _, s := range h.Faults {
		if time.Since(time.UnixMilli(s.At)) > week {
			continue
		}
		if client, ok := strings.CutPrefix(s.Place, store.NewsOf); ok {
			all = append(all, finding{
				Check: "calls", Agent: client, State: stateNote, Fix: "update witness",
				What: fmt.Sprintf("it sent %s %s, last %s, which this version of witness does not know", s.Message, term.Count(int(s.Count), "time"), term.Ago(s.At)),
			})
			continue
		}
		f := finding{Check: "faults", State: stateNote, Path: s.Place}
		f.What = fmt.Sprintf("a hook ignored this error %s, last %s: %s", term.Count(int(s.Count), "time"), term.Ago(s.At), strings.TrimPrefix(s.Message, s.Place+": "))
		switch {
		case inspect.IsLate(s.Message):
			f.Fix = moreTime
		case strings.HasSuffix(s.Place, ".sql") || strings.HasSuffix(s.Place, ".toml"):
			f.Fix = "witness rules check"
		}
		all = append(all, f)
	}
	for _, c := range h.Changes {
		if time.Since(time.UnixMilli(c.At)) > week {
			continue
		}
		all = append(all, finding{
			Check: "changes", State: stateNote, Path: c.Path,
			What: fmt.Sprintf("%s: %s %s, not by a command of witness", c.What, c.How, term.Ago(c.At)), Fix: "if that was not you, look at what has changed",
		})
	}
	return all
}

// chmodCommand returns the command that makes the paths writable.
func chmodCommand(paths []string) string {
	mode := "u+rw "
	if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
		mode = "u+rwx "
	}
	var words []string
	for _, path := range paths {
		words = append(words, term.ShellQuote(path))
	}
	all := strings.Join(words, " ")
	return "chmod " + mode + all + `; if another user owns it: sudo chown "$(id -un)" ` + all
}
