package inspect

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"

	"witness/engine/project"
)

// ProjectName returns what people call the project at root: the name of its folder, or if another project of this user has that
// name too, as a second clone may, its path from the home directory on.
func ProjectName(ctx context.Context, assets fs.FS, root string) string {
	name, folder := filepath.Base(root), project.StoreFolder(root)
	// The folder of a store has the name of its project and a hash of its path.
	same := folder[:strings.LastIndexByte(folder, '-')+1]
	paths, err := filepath.Glob(filepath.Join(globQuoted(project.StateDir()), globQuoted(same)+"*", "witness.db"))
	if err != nil {
		return name
	}
	for _, path := range paths {
		other := Store{Path: path}
		if filepath.Base(filepath.Dir(path)) == folder || other.examine(ctx, assets) != nil || other.Gone || filepath.Base(other.Project) != name {
			continue
		}
		if rest, ok := strings.CutPrefix(root, project.Home()+string(filepath.Separator)); ok {
			return filepath.Join("~", rest)
		}
		return root
	}
	return name
}
