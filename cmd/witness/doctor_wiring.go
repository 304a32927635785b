package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/agent"
)

// wiring examines the settings of one agent in one scope, and whether the hooks are in: in
// those that init writes, or else in those that the client reads besides.
func wiring(ctx context.Context, where agent.Where, who agent.Agent, scope string) (all []symptom, wired bool) {
	for _, files := range [][]agent.Settings{who.Settings, who.Besides} {
		some, is := wiringOf(ctx, where, who, scope, files)
		if all = append(all, some...); is {
			return all, true
		}
	}
	return all, false
}

// wiringOf examines some of an agent's settings.
func wiringOf(ctx context.Context, where agent.Where, who agent.Agent, scope string, files []agent.Settings) (all []symptom, wired bool) {
	add := func(check, state, what, path, mend string) {
		all = append(all, symptom{Check: check, Agent: who.Name, State: state, What: what, Path: path, Mend: mend})
	}
	var late, foreign []string
	lines := map[string]string{} // a command line, and the file that has it
	var at agent.Settings
	mend := initLine(who, scope == "user", false)
	for _, s := range files {
		if s.Scope != scope {
			continue
		}
		path := where.Path(s)
		text, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			late = append(late, path)
			continue
		case err != nil:
			add("settings", stateBroken, err.Error(), path, "make "+path+" readable")
			continue
		}
		found, err := s.Installed(path, text, who)
		if err == nil {
			err = validTOML(path, text, nil)
		}
		if err != nil {
			// "12:5: what", or with the path before it: the place belongs to the path.
			place, what, _ := strings.Cut(strings.TrimPrefix(err.Error(), path+":"), ": ")
			state := stateNote
			if bytes.Contains(text, []byte("witness")) {
				state, wired = stateBroken, true
			}
			add("settings", state, "these settings are invalid, so that "+who.Name+" does not read them: "+what, path+":"+place, "correct "+path+":"+place)
			continue
		}
		for _, line := range found {
			lines[line] = cmp.Or(lines[line], path)
		}
		whole, err := s.Apply(text)
		if len(found) > 0 && at.Path == "" {
			at = s
		}
		switch {
		case err != nil: // Installed could read it: it is somebody else's
			foreign = append(foreign, path)
		case !bytes.Equal(whole, text) || !modeFits(job{settings: s, path: path}):
			late = append(late, path)
		}
		if others := s.Before(text); len(found) > 0 && len(others) > 0 {
			add("order", stateNote, "another tool's hooks stand before those of witness: "+strings.Join(others, "; "), path, "")
		}
	}
	if len(lines) == 0 {
		return all, wired
	}
	for _, path := range foreign {
		folder := filepath.Dir(path) // a client may run whatever lies in it
		away := filepath.Join(filepath.Dir(folder), filepath.Base(path)+".away")
		add("settings", stateBroken, "this file is not one of witness's, and stands where one of its hooks belongs", path, "mv "+word(path)+" "+word(away)+" && "+mend)
	}
	switch {
	case len(late) > 0:
		add("settings", stateBroken, "hooks of witness are missing, or of another version", late[0], mend)
	case len(foreign) == 0:
		add("settings", stateOK, "all hooks are in", where.Path(at), "")
	}
	if who.Doubts != nil {
		for _, d := range who.Doubts(who, where, at) {
			add("trust", stateBroken, d.What, d.Path, d.Mend)
		}
	}
	result := symptom{Check: "chain", Agent: who.Name}
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		result = tryLine(ctx, who, line)
		result.Path = lines[line]
		if result.State == stateBroken {
			break
		}
	}
	return append(all, result), true
}

// tryLine makes a synthetic call through a command line as it is installed: one that must
// be refused, and one that must be met with silence. What it remembers goes to a scratch
// store, and away.
func tryLine(ctx context.Context, who agent.Agent, line string) symptom {
	f := symptom{Check: "chain", Agent: who.Name, State: stateBroken}
	if _, err := exec.LookPath("sh"); err != nil {
		f.State, f.What = stateNote, "the installed line is not tried: there is no sh here"
		return f
	}
	p, err := newProbe()
	if err != nil {
		f.What, f.Mend = "no synthetic call can be made: "+err.Error(), "make "+os.TempDir()+" writable"
		return f
	}
	defer p.close()
	quiet := p.call(ctx, who, line, "true")
	refused := p.call(ctx, who, line, refusedCommand)
	again := "make witness run in a shell: " + strings.TrimSuffix(line, " 2>/dev/null || cat >/dev/null") + " </dev/null"
	switch {
	case refused.err != nil:
		f.What, f.Mend = fmt.Sprintf("the installed line %q cannot be run: %v", line, refused.err), again
	case !bytes.Contains(refused.said, []byte(refusedReason)):
		f.What, f.Mend = fmt.Sprintf("the installed line %q does not refuse what it must: %s", line, p.complaint(ctx, who)), again
	case bytes.Contains(quiet.said, []byte(refusedReason)):
		f.What, f.Mend = fmt.Sprintf("the installed line %q refuses what is harmless", line), again
	default:
		f.State = stateOK
		f.What = fmt.Sprintf("the installed line refused one call, in %d ms, and let another pass", refused.took.Milliseconds())
	}
	return f
}
