package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
	"witness/engine/demands"
	"witness/engine/hook"
	"witness/engine/project"
)

// configFile is the configuration of a project.
const configFile = ".witness.toml"

// drawnFrom is the comment above a rule that was drawn from a text: the line, and the hash of what it said.
var drawnFrom = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^# from (.+):(\d+) \(([0-9a-f]{12})\)$`) })

// A drawn is a rule of .witness.toml that was drawn from a line of a text.
type drawn struct {
	file, hash string
	line, at   int // the line of the text, and that of the comment
}

// drawnRules returns the rules in the .witness.toml of a project that were drawn from texts.
func drawnRules(root string) (list []drawn) {
	text, err := bundle.Dir(root).ReadFile(configFile)
	if err != nil {
		return nil
	}
	at := 0
	for line := range strings.Lines(string(text)) {
		at++
		if m := drawnFrom().FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			n, _ := strconv.Atoi(m[2]) // the expression takes digits alone
			list = append(list, drawn{m[1], m[3], n, at})
		}
	}
	return list
}

// hashes returns the hashes of the lines of a text.
func hashes(root, file string) (list []string) {
	text, err := bundle.Dir(root).ReadFile(file)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		sum := sha256.Sum256([]byte(strings.TrimSpace(line)))
		list = append(list, hex.EncodeToString(sum[:6]))
	}
	return list
}

// drift returns the rules that were drawn from a line that has changed since.
func drift(root string) (list []term.Mistake) {
	for _, d := range drawnRules(root) {
		if !slices.Contains(hashes(root, d.file), d.hash) {
			list = append(list, term.Mistake{Path: configFile, Line: d.at, Message: fmt.Sprintf("%s:%d has changed; the rule drawn from it has not", hook.Sanitize(d.file), d.line)})
		}
	}
	return list
}

// withoutDrawn removes the demands from which a rule was drawn already.
func withoutDrawn(root string, list []demands.Demand) []demands.Demand {
	known := drawnRules(root)
	return slices.DeleteFunc(list, func(d demands.Demand) bool {
		lines := hashes(root, d.File)
		return d.Line <= len(lines) && slices.ContainsFunc(known, func(k drawn) bool { return k.file == d.File && k.hash == lines[d.Line-1] })
	})
}

// figures replays the demands on the recorded sessions of the project and puts into each what it would have said.
func figures(ctx context.Context, s term.Streams, dir string, list []demanded) (err error) {
	folder, err := os.MkdirTemp("", "witness-suggest-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if !slices.ContainsFunc(list, func(d demanded) bool { return d.Says == "" }) {
		return nil // there is nothing to replay
	}
	name := func(i int) string { return fmt.Sprintf("demand_%d", i+1) }
	for i, d := range list {
		if d.Says != "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, name(i)+".sql"), []byte(d.Instance()), 0o600); err != nil {
			return err
		}
	}
	sessions, calls, fired, err := replay.Figures(ctx, dir, folder, s.Err)
	for i := range list {
		list[i].Sessions, list[i].Calls, list[i].Fired = sessions, calls, fired[name(i)]
	}
	return err
}

// take writes a demand into the .witness.toml of a project, below the line that it is drawn from.
func take(root string, d demands.Demand) error {
	file := filepath.Join(root, configFile)
	text, err := bundle.Dir(root).ReadFile(configFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := hashes(root, d.File)
	after := string(text)
	if after != "" {
		after = strings.TrimRight(after, "\n") + "\n\n"
	}
	after += fmt.Sprintf("# from %s (%s)\n%s", d.Place(), lines[min(d.Line, len(lines))-1], d.TOML())
	if err := bundle.CheckTOML(file, []byte(after)); err != nil {
		return fmt.Errorf("%s is there already in another form; set it by hand: %w", d.Place(), err)
	}
	if err := os.WriteFile(file, []byte(after), 0o644); err != nil {
		return err
	}
	return project.Wrote(file)
}
