package fleet

import (
	"context"
	"errors"
	"strings"

	"witness/engine/bundle"
	"witness/engine/project"
)

// Pack reads the files of a pack of rules from where it is published: a folder or a repository, of which it returns the commit.
func Pack(ctx context.Context, from project.Policy) (files map[string][]byte, commit string, err error) {
	if from.Git {
		c, err := fetchPolicy(ctx, from, project.IsPackFile)
		return c.files, c.commit, err
	}
	folder, ok := strings.CutPrefix(from.URL, "file://")
	if !ok {
		return nil, "", errors.New("a pack is a folder or a repository of Git")
	}
	files, err = project.PackFiles(bundle.Dir(folder))
	return files, "", err
}
