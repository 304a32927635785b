package shell

import (
	"path"
	"slices"
	"strings"
)

// Carried returns the files and folders that commands before the n-th have moved, or packed and deleted, to what the n-th deletes or to
// a place below it: they are what is deleted, as they are nowhere else by then.
func (l Line) Carried(n int, destroyed []Destroyed) (list []Destroyed) {
	for _, d := range destroyed {
		if d.Does != "deletes" || d.Path == "" {
			continue
		}
		below := strings.TrimSuffix(d.Path, "/*") + "/"
		for _, to := range l.Touches {
			if to.Command < n && (to.Kind == kindOutput || to.Manner == "copy") && strings.HasPrefix(to.Path+"/", below) {
				list = append(list, l.sources(to, below)...)
			}
		}
	}
	return slices.Compact(list)
}

// sources returns what a command has moved, or packed and deleted, to a file, other than what was there before. One of several keeps
// its name where it is moved to.
func (l Line) sources(to Touch, below string) (list []Destroyed) {
	for _, from := range l.Touches {
		if from.Command == to.Command && from.Kind == kindDelete && !strings.HasPrefix(from.Path+"/", below) {
			list = append(list, Destroyed{Path: from.Path, Does: "deletes", Whole: from.MaybeFolder})
		}
	}
	if len(list) > 1 && to.Kind != kindOutput {
		list = slices.DeleteFunc(list, func(d Destroyed) bool { return path.Base(d.Path) != path.Base(to.Path) })
	}
	return list
}
