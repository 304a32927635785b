package check

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"witness/engine/bundle"
	"witness/engine/project"
	"witness/engine/store"
)

// Policy returns the first mistake in the files of a team's policy in a folder, before it is put into force. shown is the place
// that the policy comes from; its last part names the policy in the message.
func Policy(ctx context.Context, assets fs.FS, dir, shown string) (err error) {
	shown = path.Base(shown)
	text, err := os.ReadFile(filepath.Join(dir, "config.toml"))
	if err == nil {
		place := shown
		if !strings.HasSuffix(place, ".toml") {
			place += "/config.toml"
		}
		err = project.CheckPolicy(place, text)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c, err := newChecker(ctx, assets)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.db.Close()) }()
	own := bundle.Source{Origin: "policy", FS: bundle.Dir(dir), Dir: shown}
	for _, kind := range []string{bundle.Facts, bundle.Rules, bundle.Queries} {
		all := bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: assets}, own}}.Load(kind)
		for _, f := range all {
			if f.Origin != own.Origin {
				continue
			}
			var errs []error
			store.Watch(ctx, f, QueryTimeout, func() { errs = c.checkFile(ctx, f) })
			errs = append(errs, checkPatterns(f, own.FS)...)
			if errs = append(errs, checkForm(f, all)...); len(errs) > 0 {
				return errs[0]
			}
		}
	}
	return nil
}
