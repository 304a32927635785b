package facts

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"witness/engine/git"
	"witness/engine/project"
)

// gitTime is how long git is waited for. Asked for a few paths it takes three milliseconds.
const gitTime = 500 * time.Millisecond

// runGit returns what git prints. late is set if it took too long.
func runGit(root string, args ...string) (out []byte, late bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.WaitDelay = root, gitTime
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
	out, err = cmd.Output()
	return out, ctx.Err() != nil, err
}

// Restores asks git what the files are in the revision. Listing them starts none of the programs that the settings of
// a repository can name, and the files are compared without git, which would start some.
func (d *Live) Restores(root, revision string, paths []string) (changed []string) {
	r, ok := git.Open(root)
	if !ok || len(paths) == 0 {
		return nil
	}
	var names []string
	for _, path := range paths {
		rel, err := filepath.Rel(root, path)
		if err != nil || strings.HasPrefix(revision, "-") {
			return paths
		}
		names = append(names, filepath.ToSlash(rel))
	}
	var state map[string]string
	if revision != "" {
		out, late, err := runGit(root, append([]string{"ls-tree", "-r", "-z", revision, "--"}, names...)...)
		if late {
			return paths
		}
		if err != nil {
			return nil // a revision that does not exist is not checked out
		}
		state = map[string]string{}
		for line := range strings.SplitSeq(string(out), "\x00") {
			// MODE blob ID<tab>NAME
			if what, name, ok := strings.Cut(line, "\t"); ok {
				state[name] = what[strings.LastIndexByte(what, ' ')+1:]
			}
		}
	}
	for _, name := range r.Restores(names, state) {
		changed = append(changed, filepath.Join(root, filepath.FromSlash(name)))
	}
	return changed
}

// GitAlias reads the configuration of the repository, and that of the user.
func (d *Live) GitAlias(dir, name string) string {
	for up := dir; ; up = filepath.Dir(up) {
		if r, ok := git.Open(up); ok {
			if value := r.Alias(name); value != "" {
				return value
			}
			break
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	files := []string{os.Getenv("GIT_CONFIG_GLOBAL")}
	if files[0] == "" {
		home := project.Home()
		files = []string{filepath.Join(home, ".gitconfig"), filepath.Join(cmp.Or(os.Getenv("XDG_CONFIG_HOME"), filepath.Join(home, ".config")), "git", "config")}
	}
	for _, path := range files {
		if value := git.AliasIn(path, name); value != "" {
			return value
		}
	}
	return ""
}

// Untracked asks git, which alone knows its index and what it ignores. Only a line with git clean or git stash leads
// here. The settings of a repository could make git start programs; those that ls-files would start are switched
// off.
func (d *Live) Untracked(root, which string, paths []string) (files []string) {
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
	out, late, err := runGit(root, args...)
	if late {
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
