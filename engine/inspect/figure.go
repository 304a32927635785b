package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"witness/engine/store"
)

// A Figure is how often a rule reported something in a project, and how much of it people marked as
// wrong.
type Figure struct {
	Said  int64 // verdicts that were reported, or would have been without observe mode
	Wrong int64 // of these, those that a person marked
	Weak  int64 // of the others, those that a person let pass once, or after which the rule was snoozed
	// Disputed is with how many of them the agent has disagreed: a hint, and no vote.
	Disputed int64
	// Occasions is how often the rule could be kept, and Kept how often it was before witness had said anything.
	Occasions, Kept int64
	// Answered is how many of those about which the rule was asked again (Again) had no such row any more. Unsaid are the same
	// two of verdicts that were not reported, in observe mode or in a replay: what would have happened anyway.
	Again, Answered, UnsaidAgain, UnsaidAnswered int64
	// Subjects are the files or commands of the marked verdicts, also of those with a weak vote.
	Subjects []string
}

// Few is how many verdicts a rule must have before its figure says something.
const Few = 20

// TooWrong reports whether more than a tenth of the verdicts of a rule are wrong, and there are enough
// to tell. A weak vote counts as half a vote: who lets a call pass may find the rule right.
func (f Figure) TooWrong() bool { return f.Said >= Few && 10*(2*f.Wrong+f.Weak) > 2*f.Said }

// String returns the figure in words: "said 21 times, 3 wrong, 1 weak".
func (f Figure) String() string {
	switch {
	case f.Said == 0:
		return "never said here"
	case f.Said == 1:
		return fmt.Sprintf("said once, %d wrong, %d weak", f.Wrong, f.Weak)
	}
	return fmt.Sprintf("said %d times, %d wrong, %d weak", f.Said, f.Wrong, f.Weak)
}

// Figures are the figures of the rules by the names that they had when they spoke.
type Figures map[string]Figure

// Of returns the figure of a rule with these names.
func (all Figures) Of(names ...string) (sum Figure) {
	for _, name := range names {
		f := all[name]
		sum.Said, sum.Wrong, sum.Weak = sum.Said+f.Said, sum.Wrong+f.Wrong, sum.Weak+f.Weak
		sum.Disputed, sum.Occasions, sum.Kept = sum.Disputed+f.Disputed, sum.Occasions+f.Occasions, sum.Kept+f.Kept
		sum.Again, sum.Answered = sum.Again+f.Again, sum.Answered+f.Answered
		sum.UnsaidAgain, sum.UnsaidAnswered = sum.UnsaidAgain+f.UnsaidAgain, sum.UnsaidAnswered+f.UnsaidAnswered
		sum.Subjects = append(sum.Subjects, f.Subjects...)
	}
	return sum
}

// ReadFigures returns the figures of the rules that have verdicts in a store.
func ReadFigures(ctx context.Context, db *store.DB) (Figures, error) {
	figures := Figures{}
	err := db.Each(ctx, db.WithViews(`
		SELECT rule, count(*), sum(vote = 'wrong'), sum(vote = 'weak'), json_group_array(subject) FILTER (WHERE vote <> '')
		FROM judged GROUP BY rule`), nil, func(_ []string, row []store.Value) error {
		var f Figure
		for i, n := range []*int64{&f.Said, &f.Wrong, &f.Weak} {
			*n, _ = row[1+i].(int64)
		}
		if err := json.Unmarshal([]byte(store.Text(row[4])), &f.Subjects); err != nil {
			return err
		}
		figures[store.Text(row[0])] = f
		return nil
	})
	if err != nil {
		return figures, err
	}
	return figures, errors.Join(figures.count(ctx, db), figures.addAnswers(ctx, db))
}

// count adds what is counted apart from verdicts. A store of an earlier version has none of it.
func (all Figures) count(ctx context.Context, db *store.DB) error {
	tables, err := db.Int(ctx, "SELECT count(*) FROM sqlite_schema WHERE name IN ('objections', 'occasions')")
	if err != nil || tables < 2 {
		return err
	}
	return db.Each(ctx, `
		SELECT rule, 0, count(*), sum(kept) FROM occasions GROUP BY rule
		UNION ALL SELECT rule, count(*), 0, 0 FROM objections GROUP BY rule`, nil, func(_ []string, row []store.Value) error {
		f := all[store.Text(row[0])]
		for i, n := range []*int64{&f.Disputed, &f.Occasions, &f.Kept} {
			more, _ := row[1+i].(int64)
			*n += more
		}
		all[store.Text(row[0])] = f
		return nil
	})
}

// addAnswers adds how many verdicts were answered. A store from before that was kept has none.
func (all Figures) addAnswers(ctx context.Context, db *store.DB) error {
	if kept, err := db.Int(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'answers'"); err != nil || kept == 0 {
		return err
	}
	return db.Each(ctx, "SELECT rule, said, count(*), sum(answered > 0) FROM answers WHERE asked > 0 GROUP BY rule, said", nil, func(_ []string, row []store.Value) error {
		name := store.Text(row[0])
		f := all[name]
		again, answered := &f.UnsaidAgain, &f.UnsaidAnswered
		if row[1] == int64(1) {
			again, answered = &f.Again, &f.Answered
		}
		*again, _ = row[2].(int64)
		*answered, _ = row[3].(int64)
		all[name] = f
		return nil
	})
}

// ProjectFigures returns the figures in the store of the project that contains dir, without creating or
// upgrading it. They are empty if there is no store, or one from before there were votes.
func ProjectFigures(ctx context.Context, assets fs.FS, dir string) (figures Figures, err error) {
	err = readProject(ctx, assets, dir, func(db *store.DB) error {
		figures, err = ReadFigures(ctx, db)
		return err
	})
	return figures, err
}
