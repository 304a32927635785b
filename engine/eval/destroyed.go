package eval

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/store"
)

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

// brought tells whether a session has moved files into a folder: they are what they were before, though the folder is new.
const brought = `
	SELECT EXISTS (SELECT 1 FROM touches m JOIN commands c ON c.session = m.session AND c.t = m.t AND c.program IN ('mv', 'git mv')
	               WHERE m.session = :session AND m.path > :path || '/' AND m.path < :path || '0'
	                 AND m.kind = 'write' AND m.manner = 'copy' AND m.outcome = 'ok') AS brought`

// carried tells what a session has moved to a path or a place below it, or packed there and deleted, where it is now, and in which
// project it was. One of several keeps its name where it is moved to. An archive does not tell how old a file in it is, so a packed file
// counts if the session has not made it; and the call must be one command, because another one may have deleted the file.
const carried = `
	SELECT s.path, s.file, s.root, k.path, k.kind = 'output'
	FROM   touches k
	CROSS  JOIN touches s INDEXED BY touches_in_order ON s.session = k.session AND s.t = k.t AND s.kind = 'delete' AND s.outcome = 'ok'
	WHERE  k.session = :session AND k.path >= :path AND k.path < :path || '0' AND k.outcome = 'ok' AND (k.manner = 'copy'
	        OR k.kind = 'output' AND 1 = (SELECT count(*) FROM commands c WHERE c.session = k.session AND c.t = k.t)
	           AND NOT EXISTS (SELECT 1 FROM touches m WHERE m.session = k.session AND m.path = s.path
	                           AND m.kind IN ('write', 'output') AND NOT m.on_disk))
	  AND  (k.path = :path OR k.path > :path || '/')
	  AND  s.path <> :path AND NOT (s.path > :path || '/' AND s.path < :path || '0')
	  AND  s.class NOT IN ('generated', 'scratch')
	  AND  (k.kind = 'output' OR replace(k.path, rtrim(k.path, replace(k.path, '/', '')), '') = replace(s.path, rtrim(s.path, replace(s.path, '/', '')), '')
	        OR 1 = (SELECT count(*) FROM touches o INDEXED BY touches_in_order
	             WHERE o.session = k.session AND o.t = k.t AND o.kind = 'delete'))`

// begin asks when the session began and returns the project in which it did.
func (l *lookups) begin(ctx context.Context) (root string) {
	root = l.call.Project.Root
	_ = l.db.Each(ctx, began, store.Args{"session": l.call.Session}, func(_ []string, row []store.Value) error {
		root = cmp.Or(store.Text(row[0]), root)
		l.started, _ = row[1].(int64)
		return nil
	})
	if l.started == 0 {
		l.started = l.clock() // no hook has seen it begin
	}
	return root
}

// destroyed returns what a command of the call destroys. If the store cannot be read, nothing counts as made
// by the session.
func (l *lookups) destroyed(ctx context.Context, cmd *facts.Command) []facts.Destroyed {
	if list, known := l.destroys[cmd]; known {
		return list
	}
	list := slices.DeleteFunc(l.call.Destroys(l.position(cmd), l.begin(ctx)), func(d facts.Destroyed) bool {
		return d.Does == "deletes" && d.Place == "project" && l.call.Moment == hook.Before && !strings.ContainsAny(d.Path, "*?[") && facts.Missing(l.disk, l.call.Project.Root, d.Path)
	})
	for i, d := range list {
		if d.Path == "" || d.Made {
			continue
		}
		a := store.Args{"session": l.call.Session, "path": d.Path, "whole": d.Whole, "above": store.JSONList(above(d.Path))}
		_ = l.db.Each(ctx, made, a, func(_ []string, row []store.Value) error {
			list[i].Made = row[0] == int64(1)
			return nil
		})
		if list[i].Made && d.Whole {
			_ = l.db.Each(ctx, brought, a, func(_ []string, row []store.Value) error {
				list[i].Made = row[0] != int64(1)
				return nil
			})
		}
		list[i].Alone = d.Whole && d.Only == "" && !d.Some && d.Glob == "" && !list[i].Made && l.alone(d)
		if l.ofGit(d) {
			_ = l.db.Each(ctx, moved, a, func(_ []string, row []store.Value) error {
				list[i].Made = list[i].Made && row[0] != int64(1)
				return nil
			})
			if !list[i].Made {
				list[i].Place = "history"
			}
		}
	}
	if l.destroys == nil {
		l.destroys = map[*facts.Command][]facts.Destroyed{}
	}
	l.destroys[cmd] = list
	return list
}

// losses returns what a command destroys that nobody can bring back, also what the session has moved away before: to delete it where it is
// now is to delete it, unless git has it, it is back, or the session has made it.
func (l *lookups) losses(ctx context.Context, t Target) []facts.Loss {
	list := l.destroyed(ctx, t.command)
	losses := l.call.Loses(l.disk, append(slices.Clone(list), l.call.Cleans(t.place)...), l.started)
	for _, d := range list {
		if d.Does != "deletes" || d.Path == "" || slices.ContainsFunc(losses, func(l facts.Loss) bool { return l.Path == d.Path }) {
			continue
		}
		loss := facts.Loss{Path: d.Path, Does: d.Does}
		a := store.Args{"session": l.call.Session, "path": strings.TrimSuffix(d.Path, "/*")}
		_ = l.db.Each(ctx, carried, a, func(_ []string, row []store.Value) error {
			from, root, now := store.Text(row[0]), store.Text(row[2]), store.Text(row[3])
			packed := row[4] == int64(1)
			if (packed || l.disk.Older(now, l.started)) && !l.disk.Exists(from) && (root == "" || len(l.disk.Restores(root, "", []string{from})) == 0) {
				loss.Add(store.Text(row[1]))
			}
			return nil
		})
		if loss.Count > 0 {
			losses = append(losses, loss)
		}
	}
	return losses
}

// ofGit reports whether what is destroyed is a folder in which git keeps commits: the .git of any repository, or one under another name. A
// .git of another repository that is only renamed counts as kept.
func (l *lookups) ofGit(d facts.Destroyed) bool {
	known := d.Place == "project" || d.Place == "other" || d.Place == "repository" && filepath.Base(d.Path) == ".git" && d.Does != "moves"
	return known && l.holdsCommits(d.Path)
}

// alone reports whether what is destroyed is a whole repository with commits that no remote has.
func (l *lookups) alone(d facts.Destroyed) bool {
	git := filepath.Join(d.Path, ".git")
	return (d.Place == "project" || d.Place == "other") && l.holdsCommits(git) &&
		(!strings.Contains(l.disk.Text(filepath.Join(git, "config")), "[remote ") || l.disk.Repository(l.call, d.Path).Ahead())
}

// holdsCommits reports whether git keeps commits in a folder that was there before the session: a program that sets up a project makes a
// repository, too. One among generated or temporary files is none, because tests make them.
func (l *lookups) holdsCommits(git string) bool {
	class := l.call.Classes.Of(l.call.Project.File(filepath.Join(filepath.Dir(git), "README")))
	return class != "generated" && class != "scratch" && facts.IsRepository(l.disk, git) && l.older(git)
}

// older reports whether a repository was made before the session: one of the files that git init writes, and that few commands change,
// was last changed before it.
func (l *lookups) older(folder string) bool {
	return slices.ContainsFunc([]string{"description", "config", "HEAD", "hooks", "refs"}, func(name string) bool {
		return l.disk.Older(filepath.Join(folder, name), l.started)
	})
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
