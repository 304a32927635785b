package report

import (
	"context"
	"io/fs"
	"slices"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/git"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// A Fleet is what the team does, as far as this store knows from exchanges of facts.
type Fleet struct {
	Work  []Work     `json:"work"`  // who works on what, the latest first
	Red   []Red      `json:"red"`   // branches whose last run of tests failed
	Flaky []TeamTest `json:"flaky"` // tests
	Rules []TeamRule `json:"rules"`
}

// Work is a session of the team in one working tree.
type Work struct {
	Machine  string `json:"machine"` // here for this one
	User     string `json:"user,omitempty"`
	Worktree string `json:"worktree"`
	Branch   string `json:"branch"`
	Agent    string `json:"agent"`
	Files    int    `json:"files"` // that it edited
	Last     string `json:"last"`  // the last of them
	Failing  int    `json:"failing"`
	At       Time   `json:"at"`
}

// Red is a branch on a machine whose last run of tests failed.
type Red struct {
	Machine string `json:"machine"`
	Branch  string `json:"branch"`
	Clean   bool   `json:"clean"` // nothing was edited: the commit itself is red
	At      Time   `json:"at"`
}

// A TeamTest is a test that failed and passed on the same files.
type TeamTest struct {
	Test     string `json:"test"`
	Suite    string `json:"suite"`
	Flips    int    `json:"flips"`
	Sessions int    `json:"sessions"`
	Machines int    `json:"machines"`
	Days     int    `json:"days"` // since the last time
}

// A TeamRule is how often a rule spoke in the team, and how often people marked that as wrong.
type TeamRule struct {
	Rule     string `json:"rule"`
	Said     int    `json:"said"`
	Wrong    int    `json:"wrong"`
	Machines int    `json:"machines"`
	Sessions int    `json:"sessions"`
}

// redQuery returns the branches of which the last run of all tests failed, on each machine and in each working tree.
const redQuery = `
	SELECT iif(machine = '', 'here', machine), branch, clean, at
	FROM  (SELECT machine, worktree, branch, clean, outcome, max(at) AS at FROM team_runs WHERE whole AND branch <> '' GROUP BY machine, worktree, branch)
	WHERE  outcome = 'fail'
	ORDER  BY at DESC, machine, branch
	LIMIT  50`

// severalTrees reports whether sessions worked in more than one working tree of a repository: they are a team without a server.
func severalTrees(ctx context.Context, db *store.DB) (several bool, err error) {
	known := map[string]bool{}
	err = db.Each(ctx, "SELECT DISTINCT root FROM sessions WHERE root <> ''", nil, func(_ []string, row []store.Value) error {
		if r, ok := git.Open(store.Text(row[0])); ok {
			several = several || known[r.Identity()]
			known[r.Identity()] = true
		}
		return nil
	})
	return several, err
}

// ReadFleet returns what the store knows of the team, nil if no server is configured, no facts of others are here, and all sessions worked
// in one working tree. It asks the questions `fleet`, `fleet_flaky` and `fleet_rules`, so that the page and `witness query` agree.
func ReadFleet(ctx context.Context, assets fs.FS, e *eval.Evaluator) (*Fleet, error) {
	known := len(e.Config.Fleet.URLs) > 0
	for _, kind := range project.Shares {
		n, err := e.DB.Int(ctx, e.DB.WithViews("SELECT EXISTS (SELECT 1 FROM fleet_"+kind+")"))
		if err != nil {
			return nil, err
		}
		known = known || n > 0
	}
	if !known {
		several, err := severalTrees(ctx, e.DB)
		if err != nil || !several {
			return nil, err
		}
	}
	f, now := &Fleet{[]Work{}, []Red{}, []TeamTest{}, []TeamRule{}}, e.Clock()
	err := each(ctx, e.DB, e.DB.WithViews(redQuery), nil, func(r row) error {
		f.Red = append(f.Red, Red{hook.Printable(r.text(0)), hook.Printable(r.text(1)), r.int(2) != 0, Time(r.int(3))})
		return nil
	})
	if err != nil {
		return nil, err
	}
	ask := func(name string, add func(a answer)) {
		if err != nil {
			return
		}
		for _, file := range (bundle.Loader{Sources: []bundle.Source{{Origin: "embedded", FS: assets}}}).Load(bundle.Queries) {
			if file.Name != name {
				continue
			}
			var t eval.Table
			if t, err = e.Query(ctx, file, "", nil); err != nil {
				return
			}
			for _, values := range t.Rows[:min(len(t.Rows), maxTeam)] {
				add(answer{t.Columns, values})
			}
		}
	}
	ask("fleet", func(a answer) {
		f.Work = append(f.Work, Work{
			Machine: a.text("machine"), User: a.text("user"), Worktree: a.text("worktree"), Branch: a.text("branch"), Agent: a.text("agent"),
			Files: a.int("files"), Last: a.text("last"), Failing: a.int("failing"), At: Time(now - int64(a.int("minutes"))*60_000),
		})
	})
	ask("fleet_flaky", func(a answer) {
		f.Flaky = append(f.Flaky, TeamTest{a.text("test"), a.text("suite"), a.int("flips"), a.int("sessions"), a.int("machines"), a.int("days")})
	})
	ask("fleet_rules", func(a answer) {
		f.Rules = append(f.Rules, TeamRule{a.text("rule"), a.int("said"), a.int("wrong"), a.int("machines"), a.int("sessions")})
	})
	return f, err
}

// maxTeam bounds each list of the part about the team.
const maxTeam = 50

// An answer is a row of a question, with the names of its columns.
type answer struct {
	columns []string
	values  []any
}

// text returns the text in a column.
func (a answer) text(column string) string {
	text, _ := a.values[slices.Index(a.columns, column)].(string) // "" for NULL
	return hook.Printable(text)
}

// int returns the number in a column.
func (a answer) int(column string) int {
	n, _ := a.values[slices.Index(a.columns, column)].(int64) // 0 for NULL
	return int(n)
}

// anonymize replaces the names of machines, people, files, branches, tests and of rules that are not witness's own.
func (f *Fleet) anonymize(p pseudonyms, r *Report) {
	machine := func(name string) string {
		if name == "here" {
			return name
		}
		return p.of("machine", name)
	}
	for i := range f.Work {
		w := &f.Work[i]
		w.Machine, w.User, w.Worktree, w.Branch, w.Last = machine(w.Machine), p.of("person", w.User), p.of("folder", w.Worktree), p.of("branch", w.Branch), p.file(w.Last)
	}
	for i := range f.Red {
		f.Red[i].Machine, f.Red[i].Branch = machine(f.Red[i].Machine), p.of("branch", f.Red[i].Branch)
	}
	for i := range f.Flaky {
		t := &f.Flaky[i]
		t.Test, t.Suite = p.of("test", t.Suite+" "+t.Test), ""
	}
	for i := range f.Rules {
		f.Rules[i].Rule = r.rule(p, f.Rules[i].Rule)
	}
}
