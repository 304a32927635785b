package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// suffixes are the endings of recordings. Those that end with xz need the program xz.
var suffixes = []string{".jsonl", ".json", ".jsonl.gz", ".jsonl.xz", ".json.xz"}

// replayAll replays the recordings in dir with a binary that was built from this tree. Rules that are
// off by default are evaluated, too. refused is the number of recordings that could not be replayed.
func replayAll(ctx context.Context, binary, dir, tmp string, off []string) (said []session, refused int, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, 0, err
	}
	var names []string
	for _, entry := range entries {
		if slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(entry.Name(), s) }) {
			names = append(names, entry.Name())
		}
	}
	if len(names) == 0 {
		return nil, 0, fmt.Errorf("no recording in %s: want files that end with %s", dir, strings.Join(suffixes, ", "))
	}
	work := filepath.Join(tmp, "work") // no project, and no settings of the person who measures
	if err := os.MkdirAll(filepath.Join(work, "home"), 0o755); err != nil {
		return nil, 0, err
	}
	trials := [][]string{nil}
	if len(off) > 0 {
		trials = append(trials, []string{"--rule=" + strings.Join(off, ",")})
	}
	list, errs := make([]session, len(names)), make([]error, len(names))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				list[i], errs[i] = replayOne(ctx, binary, dir, names[i], work, trials)
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	workers.Wait()
	for i, s := range list {
		if errs[i] != nil {
			fmt.Fprintln(os.Stderr, "precision:", errs[i])
			refused++
			continue
		}
		said = append(said, s)
	}
	if len(said) == 0 {
		return nil, refused, fmt.Errorf("none of the %d recordings in %s could be replayed", refused, dir)
	}
	return said, refused, nil
}

// replayOne replays one recording.
func replayOne(ctx context.Context, binary, dir, name, work string, trials [][]string) (s session, err error) {
	path, err := filepath.Abs(filepath.Join(dir, name))
	if err != nil {
		return s, err
	}
	if short, ok := strings.CutSuffix(name, ".xz"); ok {
		text, err := exec.CommandContext(ctx, "xz", "-dc", path).Output()
		if err != nil {
			return s, fmt.Errorf("%s: xz -dc: %w", name, err)
		}
		name, path = short, filepath.Join(work, short)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return s, err
		}
		defer os.Remove(path)
	}
	for _, suffix := range suffixes {
		s.name, _ = strings.CutSuffix(name, suffix)
		if s.name != name {
			break
		}
	}
	for i, trial := range trials {
		cmd := exec.CommandContext(ctx, binary, append([]string{"replay", "--format", "json", "--examples", "1000000", path}, trial...)...)
		home := filepath.Join(work, "home")
		cmd.Dir, cmd.Env = work, []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "TMPDIR=" + work, "TZ=UTC", "PATH=" + os.Getenv("PATH"), "WITNESS_SYSTEM_CONFIG=" + filepath.Join(work, "system", "none.toml")}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			return s, fmt.Errorf("%s: witness replay: %w: %.300s", name, err, bytes.TrimSpace(stderr.Bytes()))
		}
		if err := s.read(out, i == 0); err != nil {
			return s, fmt.Errorf("%s: witness replay: %w", name, err)
		}
	}
	s.at, err = readPlaces(path)
	return s, err
}

// read adds the output of a replay.
func (s *session) read(out []byte, first bool) error {
	var summary struct {
		Calls int
		Rules []struct {
			Rule     string
			Examples []struct {
				Line     int
				Severity string
			}
		}
	}
	if err := json.Unmarshal(out, &summary); err != nil {
		return err
	}
	if first {
		s.calls = summary.Calls
	}
	for _, r := range summary.Rules {
		for _, e := range r.Examples {
			s.said = append(s.said, verdict{r.Rule, e.Severity, e.Line})
		}
	}
	return nil
}
