package eval

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/calls"
	"witness/engine/store"
)

// A binder gives the options of an instance the form in which its statement asks for them.
type binder struct {
	*Evaluation
	ctx    context.Context
	rule   *Rule
	target Target
	files  []sessionFile // of the target's project
	about  []sessionFile // those of them that the instance is about: what its texts in braces stand for
	globs  []string      // that these fit
}

// A demanded text, as a statement sees it.
type demanded struct {
	Text  string     `json:"text"`
	At    [][2]int64 `json:"at,omitempty"`
	Files []string   `json:"files,omitempty"`
	For   []string   `json:"for,omitempty"` // the files because of which it is demanded, nil for all
}

// bindInstance sets the parameters of a target that follow from the options of an instance by what they take.
func (v *Evaluation) bindInstance(ctx context.Context, r *Rule, t Target) (err error) {
	if r.Shape == nil || len(r.Takes) == 0 {
		return nil
	}
	root, _ := t.Args["root"].(string)
	b := binder{Evaluation: v, ctx: ctx, rule: r, target: t}
	if b.files, err = v.past.filesOf(ctx, root); err != nil {
		return err
	}
	if t.touch != nil && t.touch.Root == root {
		b.files = append(slices.Clip(b.files), sessionFile{t.touch.Path, t.touch.File, t.touch.Class})
	}
	for _, option := range slices.Sorted(maps.Keys(r.Takes)) {
		switch kind := r.Takes[option]; kind {
		case bundle.TakesFiles, bundle.TakesSources:
			b.globs = listOf(r.Options[option])
			b.about = b.fitting(b.globs, kind == bundle.TakesSources)
			t.Args[option], t.Args["chosen"] = store.JSONList(pathsOf(b.about)), len(b.globs) > 0
		case bundle.TakesPaths:
			if t.touch != nil && len(b.about) == 0 {
				b.globs = listOf(r.Options[option])
				b.about = []sessionFile{{path: t.touch.Path, file: t.touch.File}}
			}
		}
	}
	for option, kind := range r.Takes {
		texts := listOf(r.Options[option])
		var list []demanded
		switch kind {
		case bundle.TakesRuns, bundle.TakesAnyRun:
			if list, err = b.runs(texts); err != nil {
				return err
			}
			if kind == bundle.TakesAnyRun {
				list = oneOf(list)
			}
		case bundle.TakesEachFile:
			list = b.eachFile(texts)
		default:
			continue
		}
		t.Args[option] = store.JSONList(list)
	}
	return nil
}

// fitting returns the files of the session that fit globs, without any the sources: all but documents, notes and what programs write.
func (b *binder) fitting(globs []string, sources bool) (list []sessionFile) {
	for _, f := range b.files {
		if len(globs) == 0 && sources && !slices.Contains([]string{"document", "scratch", "generated"}, f.class) || calls.Fits(globs, f.file) {
			list = append(list, f)
		}
	}
	return list
}

// pathsOf returns the paths of files.
func pathsOf(files []sessionFile) []string {
	list := make([]string, len(files))
	for i, f := range files {
		list[i] = f.path
	}
	return list
}

// bound returns what a text stands for, and, if it stands for parts of files, for which of them.
func (b *binder) bound(text string) (list []demanded) {
	if !strings.Contains(text, "{") {
		return []demanded{{Text: text}}
	}
	at := map[string]int{}
	for _, f := range b.about {
		for _, bound := range calls.Bind(text, f.file, b.globs) {
			if strings.Contains(text, calls.Parents) && !b.exists(bound) {
				continue
			}
			i, known := at[bound]
			if !known {
				i = len(list)
				at[bound], list = i, append(list, demanded{Text: bound})
			}
			list[i].For = append(list[i].For, f.path)
		}
	}
	return list
}

// exists reports whether a file of the project is there, or has been.
func (b *binder) exists(file string) bool {
	root, _ := b.target.Args["root"].(string)
	return b.Disk.Exists(path.Join(root, file)) || slices.ContainsFunc(b.files, func(f sessionFile) bool { return f.file == file })
}

// runs returns when what the texts name has succeeded.
func (b *binder) runs(texts []string) (list []demanded, err error) {
	before, err := []pastCommand(nil), error(nil)
	if len(texts) > 0 {
		if before, err = b.past.commandsBefore(b.ctx); err != nil {
			return nil, err
		}
	}
	for _, text := range texts {
		for _, d := range b.bound(text) {
			is := b.isRun(text, d)
			for i := range before {
				if is(&before[i]) {
					d.At = append(d.At, before[i].at)
				}
			}
			for _, n := range b.gates() {
				cmd := b.call.Commands[n]
				if is(&pastCommand{Command: calls.Of(&cmd.Command, cmd.Kind), inert: cmd.Inert}) {
					d.At = append(d.At, [2]int64{b.call.T, 1})
				}
			}
			list = append(list, d)
		}
	}
	return list, nil
}

// gates returns the commands of the line that have succeeded when the target is run.
func (b *binder) gates() []int {
	if b.target.command == nil {
		return nil
	}
	return b.target.command.Gates
}

// isRun returns whether a command that was run is the one of a text. A text that is the name of a file is a command that names it.
func (b *binder) isRun(text string, d demanded) func(c *pastCommand) bool {
	if text == calls.File {
		base := path.Base(d.Text)
		return func(c *pastCommand) bool { return !c.inert && strings.Contains(c.Text, base) }
	}
	n, err := calls.Parse(d.Text, false)
	if err != nil {
		return func(*pastCommand) bool { return false }
	}
	bare := b.rule.Options["bare"] == true
	return func(c *pastCommand) bool {
		if c.tool != "" {
			return n.IsTool(c.tool) || n.IsSkill(c.tool, c.skill)
		}
		return n.Mentions(c.Text) && n.Is(&c.Command, calls.Peeled) && !(bare && n.Extra(&c.Command))
	}
}

// oneOf joins what is demanded to one thing, of which one part is enough.
func oneOf(list []demanded) []demanded {
	if len(list) < 2 {
		return list
	}
	one := demanded{}
	var texts []string
	for _, d := range list {
		texts, one.At = append(texts, d.Text), append(one.At, d.At...)
	}
	one.Text = strings.Join(texts, "` or `")
	return []demanded{one}
}

// eachFile returns the files that fit each glob; those with ! take out of all.
func (b *binder) eachFile(globs []string) (list []demanded) {
	var without []string
	for _, glob := range globs {
		if strings.HasPrefix(glob, "!") {
			without = append(without, glob)
		}
	}
	for _, glob := range globs {
		if strings.HasPrefix(glob, "!") {
			continue
		}
		for _, d := range b.bound(glob) {
			d.Files = pathsOf(b.fitting(append([]string{d.Text}, without...), false))
			list = append(list, d)
		}
	}
	return list
}
