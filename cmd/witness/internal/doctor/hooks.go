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
	"witness/cmd/witness/internal/term"
	"witness/engine/agent"
	"witness/engine/regular"
)

// checkScope checks the settings of one agent in one scope and reports whether they contain the
// hooks. It checks the settings that init writes, and if the hooks are not there, the others
// that the client reads.
// lines are the installed command lines, in order.
func checkScope(ctx context.Context, where agent.Machine, client agent.Agent, scope string) (all []finding, lines []string, installed bool) {
	for _, files := range [][]agent.Settings{client.Settings(), client.ExtraSettings()} {
		some, lines, is := checkFiles(ctx, where, client, scope, files)
		if all = append(all, some...); is {
			return all, lines, true
		}
	}
	return all, nil, false
}

// A scopeCheck collects what is found in an agent's settings files of one scope.
type scopeCheck struct {
	machine    agent.Machine
	client     agent.Agent
	fix        string // the command that installs the hooks
	findings   []finding
	first      agent.Settings    // the first file that contains hooks of witness
	lines      map[string]string // from command line to settings file
	incomplete []string          // files in which hooks of witness are missing or outdated
	missing    []string          // the events of these hooks in the first such file
	foreign    []string          // files that another tool wrote in the place of those of witness
	unreadable bool              // an invalid file mentions witness
	unknown    map[string]bool   // the lines that init does not write
}

// checkFiles checks those of an agent's settings files that belong to the scope.
func checkFiles(ctx context.Context, where agent.Machine, client agent.Agent, scope string, files []agent.Settings) (all []finding, lines []string, installed bool) {
	c := scopeCheck{machine: where, client: client, fix: install.CommandLine(client, scope == "user", false), lines: map[string]string{}, unknown: map[string]bool{}}
	for _, s := range files {
		if s.Scope == scope {
			c.checkFile(s)
		}
	}
	if len(c.lines) == 0 {
		return c.findings, nil, c.unreadable
	}
	c.checkComplete()
	for _, d := range client.Problems(where, c.first) {
		c.add("trust", stateBroken, d.What, d.Path, d.Fix)
	}
	return append(c.findings, c.tryLines(ctx)), slices.Sorted(maps.Keys(c.lines)), true
}

func (c *scopeCheck) add(check, state, what, path, fix string) {
	c.findings = append(c.findings, finding{Check: check, Agent: c.client.Name, State: state, What: what, Path: path, Fix: fix})
}

// checkFile checks one settings file.
func (c *scopeCheck) checkFile(s agent.Settings) {
	path := c.machine.Path(s)
	text, err := regular.Read(path, agent.MaxSettings)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if c.incomplete = append(c.incomplete, path); len(c.incomplete) == 1 {
			c.missing = s.Missing(text)
		}
		return
	case err != nil:
		c.add("settings", stateBroken, err.Error(), path, "make "+path+" readable")
		return
	}
	if s.Damaged(text) {
		c.unreadable = true
		c.add("settings", stateBroken, "this file of witness is damaged", path, c.fix)
		return
	}
	if c.client.Marked() != "" && agent.IsMarked(text) {
		c.add("settings", stateBroken, "these settings begin with a byte order mark: "+c.client.Name+" "+c.client.Marked(), path, `sed -i '1s/^\xEF\xBB\xBF//' `+term.ShellQuote(path))
	}
	found, err := s.Installed(path, text, c.client)
	if err == nil {
		err = install.CheckTOML(path, text, nil)
	}
	if err != nil {
		// The error is "line:column: message", possibly after the path.
		place, what, _ := strings.Cut(strings.TrimPrefix(err.Error(), path+":"), ": ")
		state := stateNote
		if bytes.Contains(text, []byte("witness")) {
			state, c.unreadable = stateBroken, true
		}
		c.add("settings", state, "these settings are invalid, so "+c.client.Name+" does not read them: "+what, path+":"+place, "correct "+path+":"+place)
		return
	}
	for _, line := range found {
		c.lines[line] = cmp.Or(c.lines[line], path)
		if !s.Writes(path, text, line, c.client) {
			c.unknown[line] = true
		}
	}
	if len(found) > 0 && c.first.Path == "" {
		c.first = s
	}
	switch whole, err := s.Apply(text); {
	case err != nil: // Installed can read the file, so another tool wrote it
		c.foreign = append(c.foreign, path)
	case !bytes.Equal(whole, text) || !install.IsExecutable(path, s):
		if c.incomplete = append(c.incomplete, path); len(c.incomplete) == 1 {
			c.missing = s.Missing(text)
		}
	}
	if others := s.Before(text); len(found) > 0 && len(others) > 0 {
		c.add("order", stateNote, "another tool's hooks run before those of witness: "+strings.Join(others, "; "), path, "")
	}
}

// checkComplete reports whether the files contain all hooks of witness.
func (c *scopeCheck) checkComplete() {
	for _, path := range c.foreign {
		folder := filepath.Dir(path) // a client may run every file in it
		away := filepath.Join(filepath.Dir(folder), filepath.Base(path)+".away")
		c.add("settings", stateBroken, "this file was not written by witness, and is in the place of one of its hooks", path, "mv "+term.ShellQuote(path)+" "+term.ShellQuote(away)+" && "+c.fix)
	}
	switch {
	case len(c.incomplete) > 0:
		what := "hooks of witness are missing or of another version"
		if len(c.missing) > 0 {
			what += ": " + strings.Join(c.missing, ", ")
		}
		c.add("settings", stateBroken, what, c.incomplete[0], c.fix)
	case len(c.foreign) == 0:
		c.add("settings", stateOK, "all hooks are installed", c.machine.Path(c.first), "")
	}
}

// tryLines tries the command lines one after the other and returns the first result that is
// broken, or the last.
func (c *scopeCheck) tryLines(ctx context.Context) (result finding) {
	for _, line := range slices.Sorted(maps.Keys(c.lines)) {
		if c.unknown[line] {
			// A repository's settings can name any program, for example one of its own called witness.
			result = finding{
				Check: "probe", Agent: c.client.Name, State: stateBroken, Fix: c.fix,
				What: fmt.Sprintf("the installed command line %q is not the one that witness init writes, so it was not tested", line),
			}
		} else {
			result = tryCommandLine(ctx, c.client, line)
		}
		result.Path = c.lines[line]
		if result.State == stateBroken {
			break
		}
	}
	return result
}

// tryCommandLine makes two synthetic calls through an installed command line: one that must be
// refused and one that must pass. They are recorded in the probe's store, which is removed.
func tryCommandLine(ctx context.Context, client agent.Agent, line string) finding {
	f := finding{Check: "probe", Agent: client.Name, State: stateBroken}
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
