package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
)

// fetchPolicy reads the files that takes selects from a repository: it fetches one commit into a repository of its own, which it removes afterwards.
// Nothing is checked out, so that no filter, hook or link of the repository has an effect.
func fetchPolicy(ctx context.Context, p project.Policy, takes func(name string) bool) (c content, err error) {
	dir, err := os.MkdirTemp("", "witness-policy-")
	if err != nil {
		return c, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	g := policyGit{dir}
	if _, err := g.run(ctx, "", "init", "--quiet", "--bare", dir); err != nil {
		return c, err
	}
	ref := p.Ref
	if ref == "" {
		ref = "HEAD"
	}
	if _, err := g.run(ctx, "", "fetch", "--quiet", "--depth=1", "--no-tags", "--", p.URL, ref); err != nil {
		return c, fmt.Errorf("git fetch %s %s: %w", p.URL, ref, err)
	}
	commit, err := g.run(ctx, "", "rev-parse", "--verify", "FETCH_HEAD^{commit}")
	if err != nil {
		return c, err
	}
	c.commit, c.files = strings.TrimSpace(commit), map[string][]byte{}
	tree, err := g.run(ctx, "", "ls-tree", "-r", "-z", "-l", c.commit+":"+p.Folder)
	if err != nil {
		return c, fmt.Errorf("the commit %s of %s has no folder %q", c.commit[:12], p.URL, p.Folder)
	}
	var names, objects []string
	for entry := range strings.SplitSeq(strings.TrimRight(tree, "\x00"), "\x00") {
		about, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(about) // mode, type, hash and size
		if len(fields) != 4 || !takes(name) {
			continue
		}
		size, err := strconv.Atoi(fields[3])
		if fields[0] == "120000" || err != nil {
			return c, fmt.Errorf("%s is a link or a submodule: only files are taken", name)
		}
		if size > bundle.MaxFileSize {
			return c, fmt.Errorf("%s is larger than %d kB", name, bundle.MaxFileSize>>10)
		}
		names, objects = append(names, name), append(objects, fields[2])
	}
	if len(names) > maxPolicyFiles {
		return c, errTooMany(len(names))
	}
	blobs, err := g.run(ctx, strings.Join(objects, "\n")+"\n", "cat-file", "--batch")
	if err != nil {
		return c, err
	}
	for i, name := range names { // each is a line with hash, type and size, the content, and a newline
		line, rest, _ := strings.Cut(blobs, "\n")
		_, size, _ := strings.Cut(line, " blob ")
		n, err := strconv.Atoi(size)
		if err != nil || n >= len(rest) || !strings.HasPrefix(line, objects[i]) {
			return c, fmt.Errorf("git cat-file does not return %s", name)
		}
		c.files[name], blobs = []byte(rest[:n]), rest[n+1:]
	}
	return c, nil
}

// A policyGit runs Git in a folder of its own, without the configuration of any project and without ever asking a person.
type policyGit struct{ dir string }

// run returns what a command of Git prints.
func (g policyGit) run(ctx context.Context, input string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "git", append([]string{
		"-c", "protocol.allow=never", "-c", "protocol.https.allow=always", "-c", "protocol.http.allow=always", "-c", "protocol.ssh.allow=always",
		"-c", "protocol.file.allow=always", "-c", "core.hooksPath=" + os.DevNull, "-c", "gc.auto=0",
	}, args...)...)
	c.Dir, c.Stdin = g.dir, strings.NewReader(input)
	var out, wrong bytes.Buffer
	c.Stdout, c.Stderr = &out, &wrong
	for _, v := range os.Environ() {
		// A hook of Git that started an agent would send the commands to the project's repository.
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "GIT_") || strings.HasPrefix(name, "GIT_SSH") || strings.HasPrefix(name, "GIT_SSL") || strings.HasPrefix(name, "GIT_CONFIG_GLOBAL") ||
			strings.HasPrefix(name, "GIT_CONFIG_SYSTEM") || name == "GIT_CONFIG_NOSYSTEM" || name == "GIT_EXEC_PATH" {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "GIT_DIR="+g.dir, "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "GCM_INTERACTIVE=never", "SSH_ASKPASS_REQUIRE=never", "LC_ALL=C", "GIT_SSH_COMMAND="+sshCommand(ctx))
	detach(c) // ssh would ask at the terminal
	c.Cancel = func() error { return endGroup(c) }
	c.WaitDelay = time.Second
	err := c.Run()
	switch {
	case err == nil:
		return out.String(), nil
	case ctx.Err() != nil:
		return "", errors.New("no answer in time")
	case wrong.Len() > 0:
		return "", errors.New(reason(wrong.String()))
	}
	return "", err
}

// sshCommand returns the user's command for ssh, which is told to ask nobody.
func sshCommand(ctx context.Context) string {
	command := os.Getenv("GIT_SSH_COMMAND")
	if command == "" {
		out, err := exec.CommandContext(ctx, "git", "config", "--global", "--get", "core.sshCommand").Output()
		if command = strings.TrimSpace(string(out)); err != nil || command == "" {
			command = "ssh"
		}
	}
	return command + " -o BatchMode=yes -o ConnectTimeout=5"
}

// reason returns the line of Git's messages that says why it ended, truncated to 200 bytes.
func reason(text string) string {
	list := strings.Split(strings.TrimSpace(text), "\n")
	i := max(slices.IndexFunc(list, func(line string) bool { return strings.HasPrefix(line, "fatal: ") }), 0)
	line := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(list[i]), "fatal: "), ".")
	return hook.Truncate(line, 200)
}
