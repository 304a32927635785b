package eval

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/deeds"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/packages"
	"witness/engine/redact"
	"witness/engine/state"
	"witness/engine/store"
)

// ask sets those parameters of a target whose values come from its repository or the store, if the rule or one of its views
// names them.
func (v *Evaluation) ask(ctx context.Context, r *Rule, t Target) {
	named := v.DB.Sandbox(bundle.Rules).Parameters(r.Statement())
	if t.command != nil && slices.Contains(named, ":destroys") {
		t.Args["destroys"] = store.JSONList(v.destroyed(ctx, t.command))
	}
	if t.touch != nil && slices.Contains(named, ":secrets") {
		t.Args["secrets"] = v.call.SecretsIn(v.Disk, t.touch.Path, redact.Finder{})
	}
	if t.touch != nil && slices.Contains(named, ":lines_after") {
		v.askLines(ctx, t)
	}
	if t.command != nil && slices.Contains(named, ":loses") {
		list := append(v.destroyed(ctx, t.command), v.call.Cleans(t.place)...)
		t.Args["loses"] = store.JSONList(v.call.Loses(v.Disk, list, v.started))
	}
	if t.command != nil {
		v.askDeeds(named, t)
	}
	if t.command != nil && slices.Contains(named, ":adds") && t.Args["adds"] == "[]" {
		root := t.command.Root
		if _, recorded := v.Disk.(*facts.Recorded); recorded {
			root = "" // the files are gone
		}
		t.Args["adds"] = store.JSONList(packages.Of(v.call.Agent, v.call.Transcript, root, t.command.Dir, t.command.Installs()))
	}
	if t.command != nil && slices.Contains(named, ":awaited") {
		t.Args["awaited"] = v.awaited(ctx, t.command)
	}
	if slices.Contains(named, ":called") {
		t.Args["called"] = v.called(ctx, t)
	}
	for _, name := range facts.Asked {
		if _, option := r.Options[name]; option || !slices.Contains(named, ":"+name) {
			continue
		}
		root := v.call.Project.Root
		if t.command != nil {
			root = t.command.Root
		} else if own, ok := t.Args["root"].(string); ok && own != "" {
			root = own
		}
		t.Args[name] = v.call.Ask(ctx, v.Disk, root, name)
	}
}

// askDeeds sets the parameters of what a command does, as far as they are named.
func (v *Evaluation) askDeeds(named []string, t Target) {
	for _, name := range deeds.Names {
		if slices.Contains(named, ":"+name) {
			t.Args[name] = v.call.Deeds(t.place, name)
		}
	}
	if slices.Contains(named, ":flags") {
		t.Args["flags"] = t.command.Flags()
	}
	if slices.Contains(named, ":operands") {
		t.Args["operands"] = t.command.Operands()
	}
}

// askLines sets how many lines a file has and would have, and whether somebody can bring back what goes if they get fewer.
func (v *Evaluation) askLines(ctx context.Context, t Target) {
	before, after, known := v.call.LinesOf(v.Disk, t.touch.Path)
	if !known {
		return
	}
	t.Args["lines_before"], t.Args["lines_after"] = before, after
	if after < before {
		v.begin(ctx)
		written := []facts.Destroyed{{Path: t.touch.Path, Does: "overwrites"}}
		t.Args["loses"] = store.JSONList(v.call.Loses(v.Disk, written, v.started))
	}
}

// does reports whether a command of the call does one of the deeds in a list.
func (v *Evaluation) does(list []string, n int) bool {
	for _, name := range list {
		key := deed{n, name}
		known, asked := v.deeds[key]
		if !asked {
			known = v.call.Does(n, name)
			if v.deeds == nil {
				v.deeds = map[deed]bool{}
			}
			v.deeds[key] = known
		}
		if known {
			return true
		}
	}
	return false
}

// awaited returns the failing tests that a command waits for: none if the store cannot be read.
func (v *Evaluation) awaited(ctx context.Context, cmd *facts.Command) string {
	list, known := v.awaits[cmd]
	if !known {
		list, _ = state.Keeper{DB: v.DB, Disk: v.Disk}.Awaited(ctx, v.call, *cmd)
		if v.awaits == nil {
			v.awaits = map[*facts.Command][]state.Awaited{}
		}
		v.awaits[cmd] = list
	}
	return store.JSONList(list)
}

// began is the project in which a session began, and when.
const began = "SELECT root, started FROM sessions WHERE session = :session"

// made tells whether a session made a file or folder, or one of those above it.
const made = `
	SELECT EXISTS (SELECT 1 FROM folders m JOIN events e ON e.session = m.session AND e.t = m.t AND e.moment = 'after'
	               WHERE m.session = :session AND m.path IN (SELECT value FROM json_each(:above)))
	    OR EXISTS (SELECT 1 FROM touches m
	               WHERE m.session = :session AND m.path = :path AND m.kind IN ('write', 'output') AND NOT m.on_disk AND m.outcome = 'ok'
	                 AND (m.manner <> 'copy' OR NOT :whole)) AS made -- a folder that was moved is the same folder`

// moved tells whether a session has moved a folder to this place that was there before: a repository under another name is the same one.
const moved = `
	SELECT EXISTS (SELECT 1 FROM folders m JOIN commands c ON c.session = m.session AND c.t = m.t AND c.program IN ('mv', 'git mv')
	               WHERE m.session = :session AND m.path = :path)
	   AND NOT EXISTS (SELECT 1 FROM folders m
	                   WHERE m.session = :session AND m.path <> :path AND m.path IN (SELECT value FROM json_each(:above))) AS moved`

// position returns which command of the call it is.
func (v *Evaluation) position(cmd *facts.Command) (n int) {
	for &v.call.Commands[n] != cmd {
		n++
	}
	return n
}

// begin asks when the session began and returns the project in which it did.
func (v *Evaluation) begin(ctx context.Context) (root string) {
	root = v.call.Project.Root
	_ = v.DB.Each(ctx, began, store.Args{"session": v.call.Session}, func(_ []string, row []store.Value) error {
		root = cmp.Or(store.Text(row[0]), root)
		v.started, _ = row[1].(int64)
		return nil
	})
	if v.started == 0 {
		v.started = v.Clock() // no hook has seen it begin
	}
	return root
}

// destroyed returns what a command of the call destroys. If the store cannot be read, nothing counts as made
// by the session.
func (v *Evaluation) destroyed(ctx context.Context, cmd *facts.Command) []facts.Destroyed {
	if list, known := v.destroys[cmd]; known {
		return list
	}
	list := slices.DeleteFunc(v.call.Destroys(v.position(cmd), v.begin(ctx)), func(d facts.Destroyed) bool {
		return d.Does == "deletes" && d.Place == "project" && v.call.Moment == hook.Before && !strings.ContainsAny(d.Path, "*?[") && facts.Missing(v.Disk, v.call.Project.Root, d.Path)
	})
	for i, d := range list {
		if d.Path == "" || d.Made {
			continue
		}
		a := store.Args{"session": v.call.Session, "path": d.Path, "whole": d.Whole, "above": store.JSONList(above(d.Path))}
		_ = v.DB.Each(ctx, made, a, func(_ []string, row []store.Value) error {
			list[i].Made = row[0] == int64(1)
			return nil
		})
		if (d.Place == "project" || d.Place == "other") && facts.IsRepository(v.Disk, d.Path) {
			_ = v.DB.Each(ctx, moved, a, func(_ []string, row []store.Value) error {
				list[i].Made = list[i].Made && row[0] != int64(1)
				return nil
			})
			if !list[i].Made {
				list[i].Place = "history" // also if it was renamed
			}
		}
	}
	if v.destroys == nil {
		v.destroys = map[*facts.Command][]facts.Destroyed{}
	}
	v.destroys[cmd] = list
	return list
}

// above returns a path and the folders above it.
func above(path string) (list []string) {
	for {
		list = append(list, path)
		if filepath.Dir(path) == path {
			return list
		}
		path = filepath.Dir(path)
	}
}
