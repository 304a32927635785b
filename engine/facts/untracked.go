package facts

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/project"
)

// gitTime is how long git is waited for. Asked for a few paths it takes three milliseconds.
const gitTime = 500 * time.Millisecond

// Text returns the text of a regular file of at most the size of a rule.
func (d *Live) Text(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > bundle.MaxFileSize {
		return ""
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// Untracked asks git, which alone knows its index and what it ignores. Only a line with git clean or git stash leads
// here. The settings of a repository could make git start programs; those that ls-files would start are switched
// off.
func (d *Live) Untracked(root, which string, paths []string) (files []string) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	args := []string{"-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false", "ls-files", "-z", "--others"}
	switch which {
	case "unignored":
		args = append(args, "--exclude-standard")
	case "ignored":
		args = append(args, "--exclude-standard", "--ignored")
	}
	args = append(args, "--")
	for _, path := range paths {
		rel, err := filepath.Rel(root, path)
		if err != nil || !project.Within(path, root) {
			continue
		}
		args = append(args, ":(literal)"+filepath.ToSlash(rel))
	}
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.WaitDelay = root, gitTime
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return paths
	}
	if err != nil {
		return nil // no repository, or no git: then git clean does nothing either
	}
	for rel := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if rel != "" {
			files = append(files, filepath.Join(root, filepath.FromSlash(rel)))
		}
	}
	return files
}
