package fleet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"witness/engine/bundle"
	"witness/engine/project"
	"witness/engine/regular"
	"witness/engine/remote"
)

// maxPolicyFiles bounds how many files a policy has; their sizes are bounded where they are read.
const maxPolicyFiles = 150

// read reads the policy where it is.
func (p *Policies) read(ctx context.Context, policy project.Policy) (c content, err error) {
	if policy.Server {
		if c, err = p.onServer(ctx); err == nil && len(c.files) == 0 {
			err = errNoPolicy
		}
		return c, err
	}
	if policy.Git {
		return fetchPolicy(ctx, policy, isPolicyFile)
	}
	if place, ok := strings.CutPrefix(policy.URL, "file://"); ok {
		if info, err := os.Stat(place); err == nil && info.IsDir() {
			return readFolder(bundle.Dir(place))
		}
		text, err := regular.Read(place, bundle.MaxFileSize)
		return content{files: map[string][]byte{"config.toml": text}, single: true}, err
	}
	// The password is for the server of the fleet and not sent here.
	var transport remote.Transport
	defer transport.Close()
	answer, err := transport.Send(ctx, remote.Request{URL: policy.URL, CAFile: p.config.CAFile, TimeoutMS: requestTime.Milliseconds()})
	if err == nil && answer.Status != statusOK {
		err = fmt.Errorf("%s answers %d", policy.URL, answer.Status)
	}
	return content{files: map[string][]byte{"config.toml": []byte(answer.Body)}, single: true}, err
}

// readFolder reads the files of a policy from a folder.
func readFolder(folder fs.FS) (c content, err error) {
	c.files = map[string][]byte{}
	names := policyFiles(folder)
	if len(names) > maxPolicyFiles {
		return c, errTooMany(len(names))
	}
	for _, name := range names {
		if c.files[name], err = fs.ReadFile(folder, name); err != nil {
			return c, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c, nil
}

func errTooMany(n int) error {
	return fmt.Errorf("it has %d files, and at most %d are taken", n, maxPolicyFiles)
}

// policyFiles returns the paths of what belongs to a policy in a folder.
func policyFiles(folder fs.FS) (names []string) {
	if _, err := fs.Stat(folder, "config.toml"); err == nil {
		names = append(names, "config.toml")
	}
	for _, kind := range []string{bundle.Facts, bundle.Queries, bundle.Rules} {
		entries, err := fs.ReadDir(folder, kind+".d")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		for _, entry := range entries {
			if name := kind + ".d/" + entry.Name(); isPolicyFile(name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// isPolicyFile reports whether a path in a folder or repository belongs to a policy.
func isPolicyFile(name string) bool {
	if base := path.Base(name); strings.ContainsAny(base, `\:`) { // on Windows these begin another folder or disk
		return false
	}
	return name == "config.toml" || path.Dir(path.Dir(name)) == "." && bundle.Belongs(name)
}
