package doctor

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

	"witness/cmd/witness/internal/install"
	"witness/engine/agent"
)

// checkScope checks the settings of one agent in one scope and reports whether they contain the
// hooks. It checks the settings that init writes, and if the hooks are not there, the others
// that the client reads.
func checkScope(ctx context.Context, where agent.Machine, client agent.Agent, scope string) (all []finding, installed bool) {
	for _, files := range [][]agent.Settings{client.Settings, client.ExtraSettings} {
		some, is := checkFiles(ctx, where, client, scope, files)
		if all = append(all, some...); is {
			return all, true
		}
	}
	return all, false
}

// checkFiles checks those of an agent's settings files that belong to the scope.
func checkFiles(ctx context.Context, where agent.Machine, client agent.Agent, scope string, files []agent.Settings) (all []finding, installed bool) {
	add := func(check, state, what, path, fix string) {
		all = append(all, finding{Check: check, Agent: client.Name, State: state, What: what, Path: path, Fix: fix})
	}
	var incomplete, foreign []string
	lines := map[string]string{} // from command line to settings file
	var at agent.Settings
	fix := install.CommandLine(client, scope == "user", false)
	for _, s := range files {
		if s.Scope != scope {
			continue
		}
		path := where.Path(s)
		text, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			incomplete = append(incomplete, path)
			continue
		case err != nil:
			add("settings", stateBroken, err.Error(), path, "make "+path+" readable")
			continue
		}
		found, err := s.Installed(path, text, client)
		if err == nil {
			err = install.CheckTOML(path, text, nil)
		}
		if err != nil {
			// The error is "line:column: message", possibly after the path.
			place, what, _ := strings.Cut(strings.TrimPrefix(err.Error(), path+":"), ": ")
			state := stateNote
			if bytes.Contains(text, []byte("witness")) {
				state, installed = stateBroken, true
			}
			add("settings", state, "these settings are invalid, so "+client.Name+" does not read them: "+what, path+":"+place, "correct "+path+":"+place)
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
		case err != nil: // Installed can read the file, so another tool wrote it
			foreign = append(foreign, path)
		case !bytes.Equal(whole, text) || !install.IsExecutable(path, s):
			incomplete = append(incomplete, path)
		}
		if others := s.Before(text); len(found) > 0 && len(others) > 0 {
			add("order", stateNote, "another tool's hooks run before those of witness: "+strings.Join(others, "; "), path, "")
		}
	}
	if len(lines) == 0 {
		return all, installed
	}
	for _, path := range foreign {
		folder := filepath.Dir(path) // a client may run every file in it
		away := filepath.Join(filepath.Dir(folder), filepath.Base(path)+".away")
		add("settings", stateBroken, "this file was not written by witness, and is in the place of one of its hooks", path, "mv "+shellQuote(path)+" "+shellQuote(away)+" && "+fix)
	}
	switch {
	case len(incomplete) > 0:
		add("settings", stateBroken, "hooks of witness are missing or of another version", incomplete[0], fix)
	case len(foreign) == 0:
		add("settings", stateOK, "all hooks are installed", where.Path(at), "")
	}
	if client.Diagnose != nil {
		for _, d := range client.Diagnose(client, where, at) {
			add("trust", stateBroken, d.What, d.Path, d.Fix)
		}
	}
	result := finding{Check: "chain", Agent: client.Name}
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		result = tryCommandLine(ctx, client, line)
		result.Path = lines[line]
		if result.State == stateBroken {
			break
		}
	}
	return append(all, result), true
}

// tryCommandLine makes two synthetic calls through an installed command line: one that must be
// refused and one that must pass. They are recorded in the probe's store, which is removed.
func tryCommandLine(ctx context.Context, client agent.Agent, line string) finding {
	f := finding{Check: "chain", Agent: client.Name, State: stateBroken}
	if _, err := exec.LookPath("sh"); err != nil {
		f.State, f.What = stateNote, "the installed command line was not tested: there is no sh"
		return f
	}
	p, err := newProbe()
	if err != nil {
		f.What, f.Fix = "no synthetic call can be made: "+err.Error(), "make "+os.TempDir()+" writable"
		return f
	}
	defer p.close()
	harmless := p.call(ctx, client, line, "true")
	refused := p.call(ctx, client, line, refusedCommand)
	again := "make witness run in a shell: " + strings.TrimSuffix(line, " 2>/dev/null || cat >/dev/null") + " </dev/null"
	switch {
	case refused.err != nil:
		f.What, f.Fix = fmt.Sprintf("the installed command line %q cannot be run: %v", line, refused.err), again
	case !bytes.Contains(refused.output, []byte(refusedReason)):
		f.What, f.Fix = fmt.Sprintf("the installed command line %q does not refuse a call that it must refuse: %s", line, p.diagnose(ctx, client)), again
	case bytes.Contains(harmless.output, []byte(refusedReason)):
		f.What, f.Fix = fmt.Sprintf("the installed command line %q refuses a harmless call", line), again
	default:
		f.State = stateOK
		f.What = fmt.Sprintf("the installed command line refused one call, in %d ms, and let another pass", refused.took.Milliseconds())
	}
	return f
}
