package eval

import (
	"context"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/deeds"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/packages"
	"witness/engine/project"
	"witness/engine/redact"
	"witness/engine/state"
	"witness/engine/store"
	"witness/engine/words"
)

// The lookups of a call answer what the statements of rules ask about it beyond its own facts: from the store, the disk and
// the repository. Each is made when the first rule asks.
type lookups struct {
	db    *store.DB
	disk  facts.Disk
	clock func() int64
	call  *facts.Call

	destroys map[*facts.Command][]facts.Destroyed
	awaits   map[*facts.Command][]state.Awaited
	deeds    map[deed]bool // what the call's commands do
	started  int64         // when the session began, once destroys is set
}

// A deed is one of the names in package deeds, of one command of the call.
type deed struct {
	command int
	name    string
}

// ask sets those parameters of a target whose values come from its repository or the store, if the rule or one of its views
// names them.
func (l *lookups) ask(ctx context.Context, r *Rule, t Target) {
	named := l.db.Sandbox(bundle.Rules).Parameters(r.Statement())
	if t.command != nil && slices.Contains(named, ":destroys") {
		t.Args["destroys"] = store.JSONList(l.destroyed(ctx, t.command))
	}
	if slices.Contains(named, ":credentials") {
		t.Args["credentials"] = store.JSONList(deeds.Credentials())
	}
	if t.touch != nil && slices.Contains(named, ":secrets") {
		t.Args["secrets"] = l.call.SecretsIn(l.disk, t.touch.Path, redact.Finder{})
	}
	if t.touch != nil && slices.Contains(named, ":masked") {
		t.Args["masked"] = facts.Masked(l.call, l.disk, t.touch.Path)
	}
	if t.touch != nil && slices.Contains(named, ":lines_after") {
		l.askLines(ctx, t)
	}
	if t.touch != nil && slices.Contains(named, ":lines") {
		t.Args["lines"] = store.JSONList(facts.Marked(l.call, l.disk, t.touch.Path))
	}
	if t.touch != nil && slices.Contains(named, ":tracked") {
		t.Args["tracked"] = store.JSONList(facts.TrackedPatterns(l.call, l.disk, t.touch.Path))
	}
	if t.touch != nil && t.touch.Class == "test" && slices.Contains(named, ":gone") {
		t.Args["gone"] = store.JSONList(l.call.Gone(l.disk, t.touch.Path))
	}
	if t.command != nil && slices.Contains(named, ":loses") {
		t.Args["loses"] = store.JSONList(l.losses(ctx, t))
	}
	if t.command != nil {
		l.askDeeds(named, t)
	}
	if t.command != nil && slices.Contains(named, ":adds") && t.Args["adds"] == "[]" {
		root := t.command.Root
		if _, recorded := l.disk.(*facts.Recorded); recorded {
			root = "" // the files are gone
		}
		t.Args["adds"] = store.JSONList(packages.Of(l.call.Agent, l.call.Transcript, root, t.command.Dir, t.command.Installs()))
	}
	if t.command != nil && slices.Contains(named, ":awaited") {
		t.Args["awaited"] = l.awaited(ctx, t.command)
	}
	if slices.Contains(named, ":called") {
		t.Args["called"] = l.called(ctx, t)
	}
	for _, name := range facts.Asked {
		if _, option := r.Options[name]; option || !slices.Contains(named, ":"+name) {
			continue
		}
		root := l.call.Project.Root
		if t.command != nil {
			root = t.command.Root
		} else if own, ok := t.Args["root"].(string); ok && own != "" {
			root = own
		}
		t.Args[name] = l.call.Ask(ctx, l.disk, root, name)
	}
}

// askDeeds sets the parameters of what a command does, as far as they are named.
func (l *lookups) askDeeds(named []string, t Target) {
	for _, name := range deeds.Names {
		if slices.Contains(named, ":"+name) {
			t.Args[name] = l.call.Deeds(t.place, name)
		}
	}
	if slices.Contains(named, ":flags") {
		t.Args["flags"] = t.command.Flags()
	}
	if slices.Contains(named, ":operands") {
		t.Args["operands"] = t.command.Operands()
	}
	if slices.Contains(named, ":takes") {
		t.Args["takes"] = store.JSONList(facts.Takes(l.call, l.disk, t.place))
	}
	if slices.Contains(named, ":keyed") {
		t.Args["keyed"] = store.JSONList(facts.Keyed(l.call, l.disk, t.place))
	}
}

// askLines sets how many lines a file has and would have, and whether somebody can bring back what goes if they get fewer.
func (l *lookups) askLines(ctx context.Context, t Target) {
	before, after, known := l.call.LinesOf(l.disk, t.touch.Path)
	if !known {
		return
	}
	t.Args["lines_before"], t.Args["lines_after"] = before, after
	if after < before {
		l.begin(ctx)
		written := []facts.Destroyed{{Path: t.touch.Path, Does: "overwrites"}}
		t.Args["loses"] = store.JSONList(l.call.Loses(l.disk, written, l.started))
	}
}

// does reports whether a command of the call does one of the deeds in a list.
func (l *lookups) does(list []string, n int) bool {
	for _, name := range list {
		key := deed{n, name}
		known, asked := l.deeds[key]
		if !asked {
			known = l.call.Does(n, name)
			if l.deeds == nil {
				l.deeds = map[deed]bool{}
			}
			l.deeds[key] = known
		}
		if known {
			return true
		}
	}
	return false
}

// awaited returns the failing tests that a command waits for: none if the store cannot be read.
func (l *lookups) awaited(ctx context.Context, cmd *facts.Command) string {
	list, known := l.awaits[cmd]
	if !known {
		list, _ = state.Keeper{DB: l.db, Disk: l.disk}.Awaited(ctx, l.call, *cmd)
		if l.awaits == nil {
			l.awaits = map[*facts.Command][]state.Awaited{}
		}
		l.awaits[cmd] = list
	}
	return store.JSONList(list)
}

// position returns which command of the call it is.
func (l *lookups) position(cmd *facts.Command) (n int) {
	for &l.call.Commands[n] != cmd {
		n++
	}
	return n
}

// maxThings is how many things of one call are looked for in the user's words.
const maxThings = 20

// called returns the parameter called: for each thing that a target is about, a list of what the user can have called it. What holds for the
// whole command, such as its text, is in every list.
func (l *lookups) called(ctx context.Context, t Target) string {
	var things [][]string
	switch {
	case t.touch != nil:
		things = [][]string{words.OfPath(t.touch.Path, l.call.Project.Root, project.Home())}
	case t.command != nil:
		shared := []string{hook.Truncate(t.command.Text, facts.MaxWord)}
		n := l.position(t.command)
		for _, d := range l.call.Destroys(n, l.call.Project.Root) {
			things = append(things, words.OfPath(d.Path, l.call.Project.Root, project.Home()))
		}
		for _, name := range t.command.Installs() {
			things = append(things, []string{words.Hash(name)})
		}
		if dir := t.command.SyncedFolder(); dir != "" {
			things = append(things, []string{words.Hash(dir)})
		}
		if len(things) == 0 {
			for _, arg := range t.command.Args {
				shared = append(shared, words.Hash(arg))
				if _, name, owned := strings.Cut(arg, "/"); owned { // me/shop, as a service names what people call shop
					shared = append(shared, words.Hash(name))
				}
				if line := strings.Fields(arg); len(line) > 1 && len(line) < maxThings { // that another program or machine runs
					for _, word := range line {
						shared = append(shared, words.Hash(strings.Trim(word, `"';`)))
					}
				}
			}
			things = [][]string{nil}
		}
		if strings.HasPrefix(t.command.Name, "git ") {
			if branch := store.Text(l.call.Ask(ctx, l.disk, t.command.Root, "branch")); branch != "" {
				shared = append(shared, words.Hash(branch))
			}
		}
		for i := range things {
			things[i] = append(things[i], shared...)
		}
	}
	return store.JSONList(things[:min(len(things), maxThings)])
}
