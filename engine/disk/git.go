package disk

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"witness/engine/facts"
	"witness/engine/git"
	"witness/engine/project"
)

// gitTime is how long git is waited for. Asked for a few paths it takes three milliseconds.
const gitTime = 500 * time.Millisecond

// runGit returns what git prints. late is set if it took too long.
func runGit(root string, args ...string) (out []byte, late bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	out, err = git.Run(ctx, root, args...)
	return out, ctx.Err() != nil, err
}

// Restores lists the files of the revision with git and compares them with the disk itself. Listing starts none of the programs
// that the settings of a repository can name; a comparison by git would.
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

// repositories answers what git's own files say of the repositories on the disk.
type repositories struct{}

// GitRoot looks for the nearest folder at or above the directory that git takes for a repository.
func (repositories) GitRoot(dir string) string {
	if !isDir(dir) {
		return ""
	}
	return project.RepositoryOf(dir)
}

// LastChange asks for each file of the index, because the index has the times of the files as they were added to it.
func (repositories) LastChange(root string, others []string) (at int64, known bool) {
	r, ok := git.Open(root)
	if !ok {
		return 0, false
	}
	files, known := r.Tracked()
	if !known || len(files)+len(others) > maxLooked {
		return 0, false
	}
	for _, file := range files {
		others = append(others, filepath.Join(root, filepath.FromSlash(file)))
	}
	var latest int64
	for _, path := range others {
		ns, known := lastChange(path)
		if !known {
			return 0, false
		}
		latest = max(latest, ns)
	}
	return latest / int64(time.Millisecond), len(files) > 0
}

// maxLooked is how many files are asked when they were last changed: that takes up to 30 milliseconds, once a session.
const maxLooked = 5000

// Wrote asks the table touches only about a file that is there.
func (d *Live) Wrote(c *facts.Call, path string) bool {
	if !project.IsFile(path) {
		return false
	}
	n, err := d.DB.Int(context.Background(), `
		SELECT count(*) FROM touches
		WHERE  session = :p1 AND path = :p2 AND kind IN ('edit', 'write') AND outcome = 'ok'`, c.Session, path)
	return err == nil && n > 0
}

// GitSetting reads the configuration of the repository, and that of the user.
func (r repositories) GitSetting(dir, name string) string {
	if root := r.GitRoot(dir); root != "" {
		if opened, ok := git.Open(root); ok && opened.Setting(name) != "" {
			return opened.Setting(name)
		}
	}
	files := []string{os.Getenv("GIT_CONFIG_GLOBAL")}
	if files[0] == "" {
		home := project.Home()
		files = []string{filepath.Join(home, ".gitconfig"), filepath.Join(cmp.Or(os.Getenv("XDG_CONFIG_HOME"), filepath.Join(home, ".config")), "git", "config")}
	}
	for _, path := range files {
		if value := git.SettingIn(path, name); value != "" {
			return value
		}
	}
	return ""
}

// Untracked asks git, because only git knows its index and what it ignores. It is asked only for a line with git clean, git add or git
// stash. The settings of a repository can make git start programs; those that ls-files would start are switched off.
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

// maxStaged is how many staged files are listed. With more of them, what is staged is not known.
const maxStaged = 2000

// Staged asks git, because only git finds the files of a commit in its packs. Comparing the index with a commit does not look at
// the working tree, and starts none of the programs that the settings of a repository can name.
func (d *Live) Staged(root string) (list []facts.Staged, known bool) {
	r, ok := git.Open(root)
	if !ok || r.Head() == "" {
		return nil, false
	}
	out, late, err := runGit(root, "diff-index", "--cached", "--raw", "-z", "--no-renames", "--ignore-submodules", "HEAD", "--")
	if late || err != nil {
		return nil, false
	}
	// :MODE MODE ID ID STATUS<0>NAME<0>
	fields := strings.Split(string(out), "\x00")
	if len(fields)/2 > maxStaged {
		return nil, false
	}
	var files []string
	for i := 0; i+1 < len(fields); i += 2 {
		files = append(files, fields[i+1])
	}
	at := r.Entered(files)
	for i, file := range files {
		s := facts.Staged{File: file, Does: "changes"}
		switch what := fields[2*i]; what[len(what)-1] {
		case 'A':
			s.Does = "adds"
		case 'D':
			s.Does = "deletes"
		}
		if t, ok := at[file]; ok {
			s.At = &t
		}
		list = append(list, s)
	}
	return list, true
}

// How many of the latest commits of a branch are looked at, at least and at most.
const minCommits, maxCommits = 5, 20

// Reviewed asks git for the latest commits of the default branch: merges, and those whose subject ends with the number of a pull request.
func (d *Live) Reviewed(root string) (reviewed, known bool) {
	r, ok := git.Open(root)
	if !ok || r.DefaultBranch() == "" {
		return false, false
	}
	out, late, err := runGit(root, "log", "--first-parent", "-n", strconv.Itoa(maxCommits), "--format=%P%x09%s", "refs/remotes/origin/"+r.DefaultBranch(), "--")
	if late || err != nil {
		return false, false
	}
	all, byRequest := 0, 0
	for line := range strings.Lines(string(out)) {
		parents, subject, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		_, number, squashed := strings.Cut(subject, " (#")
		all++
		if strings.Contains(parents, " ") || squashed && strings.HasSuffix(number, ")") {
			byRequest++
		}
	}
	return 3*byRequest >= 2*all, all >= minCommits
}

// Ignored asks git, which alone knows what it is told to ignore. It is asked about files with secrets only. Outside of a repository nothing is
// taken.
func (d *Live) Ignored(root, path string) bool {
	if root == "" || d.GitRoot(root) == "" || !project.Within(path, root) {
		return true
	}
	_, _, err := runGit(root, "check-ignore", "-q", "--", path)
	return err == nil
}
