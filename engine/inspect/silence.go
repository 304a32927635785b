package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// How a rule is silenced, besides what package eval calls it.
const (
	ByExcept = "except" // an [[except]] entry of the configuration
	ByOff    = "off"    // the configuration turns it off
)

// A Silence keeps a rule, or all of them, from reporting something.
type Silence struct {
	Rule    string    `json:"rule" jsonschema:"the rule; empty if it is every rule"`
	How     string    `json:"how" jsonschema:"snooze, allow, observe, except or off"`
	Subject string    `json:"subject,omitempty" jsonschema:"the file or command for which the rule is silent; all if left out"`
	Until   time.Time `json:"until,omitzero" jsonschema:"when it ends by itself"`
	By      string    `json:"by,omitempty" jsonschema:"the file and line, or the variable, of the configuration"`
	Reason  string    `json:"reason,omitempty" jsonschema:"the reason given in the configuration"`
	What    string    `json:"what" jsonschema:"a sentence that says all of it"`
	Fix     string    `json:"fix,omitempty" jsonschema:"what ends it"`
}

// Silences returns what is silenced in the project that contains dir, and by whom: what people did for a while
// first, then what the configuration says. It neither creates nor upgrades the store.
func Silences(ctx context.Context, assets fs.FS, dir string) (list []Silence, err error) {
	here := project.Find(dir, "")
	config := project.LoadConfig(here.Dir, here.Root, project.AsHooks)
	rules, _ := eval.LoadRules(config.Sources(assets, here.Root), config)
	now := time.Now()
	err = readProject(ctx, assets, dir, func(db *store.DB) error {
		list, err = overrides(ctx, db, config, rules, now)
		return err
	})
	list = append(list, observed(config, rules)...)
	for _, r := range rules {
		if r.Severity == hook.Off && r.DecidedBy != "" && r.Err == nil {
			list = append(list, Silence{Rule: r.Name, How: ByOff, By: r.DecidedBy, What: r.Name + " is off, by " + r.DecidedBy})
		}
	}
	for x := range eval.ExceptionsInForce(config, rules) {
		if x.Off() {
			list = append(list, exception(x))
		}
	}
	return list, err
}

// overrides returns the snoozes that have not ended and the allowances that are not used up. One that was recorded under a former
// name of a rule counts for the rule.
func overrides(ctx context.Context, db *store.DB, config *project.Config, rules []*eval.Rule, now time.Time) (list []Silence, err error) {
	var names [][2]string // the present one, and one that the rule had or has
	for _, r := range rules {
		for _, name := range r.AllNames() {
			names = append(names, [2]string{r.Name, name})
		}
	}
	err = db.Each(ctx, `
		WITH present AS (SELECT value ->> 0 AS rule, value ->> 1 AS was FROM json_each(:names)),
		     last AS (SELECT p.rule, max(s.at) AS at, s.until FROM snoozes s JOIN present p ON p.was = s.rule GROUP BY p.rule)
		SELECT rule, '', until FROM last WHERE until > :now
		UNION ALL
		SELECT coalesce((SELECT p.rule FROM present p WHERE p.was = a.rule ORDER BY p.rule <> a.rule LIMIT 1), a.rule), a.subject, 0
		FROM   allowances a
		GROUP  BY a.session, a.rule, a.subject, a.moment
		HAVING count(*) > (SELECT count(*) FROM verdicts v
		                   WHERE  v.session = a.session AND v.subject = a.subject AND v.moment = a.moment AND v.unsaid = 'allow'
		                     AND  (v.rule = a.rule OR EXISTS (SELECT 1 FROM present p WHERE p.rule = v.rule AND p.was = a.rule)))
		ORDER  BY 1, 2`, store.Args{"now": now.UnixMilli(), "names": store.JSONList(names)}, func(_ []string, row []store.Value) error {
		s := Silence{Rule: store.Text(row[0]), Subject: hook.Printable(store.Text(row[1]))}
		if lockOf(config, rules, s.Rule) != "" {
			return nil // the rule was locked since then
		}
		if until, _ := row[2].(int64); until > 0 {
			s.How, s.Until, s.Fix = eval.BySnooze, time.UnixMilli(until).UTC(), "witness unsnooze "+s.Rule
			s.What = fmt.Sprintf("%s is snoozed until %s", s.Rule, Clock(s.Until, now))
		} else {
			s.How = eval.ByAllow
			s.What = fmt.Sprintf("%s will let one call pass: it was allowed once", s.Rule)
			if s.Subject != "" {
				s.What = fmt.Sprintf("%s will let %s pass: it was allowed once", s.Rule, hook.Truncate(s.Subject, eval.MaxValue))
			}
		}
		list = append(list, s)
		return nil
	})
	return list, err
}

// observed returns the mode that keeps rules from reporting, if it is on.
func observed(config *project.Config, rules []*eval.Rule) []Silence {
	silent, speaking := 0, 0
	for _, r := range rules {
		switch {
		case r.Severity == hook.Off || r.Err != nil:
		case config.Observes(r.AllNames()...):
			silent++
		default:
			speaking++
		}
	}
	if silent == 0 {
		return nil
	}
	mode, _ := config.Value("mode")
	s := Silence{How: eval.ByObserve, By: mode.Place(), What: "only observing, by " + mode.Place() + ": what the rules say is recorded and not reported"}
	if speaking > 0 {
		s.What += fmt.Sprintf(", except for the %d that are locked", speaking)
	}
	s.Fix = `remove mode = "observe" there`
	return []Silence{s}
}

// exception returns an [[except]] entry as a silence.
func exception(x *project.Exception) Silence {
	s := Silence{Rule: x.Rule, How: ByExcept, Subject: x.Path + x.Command, By: x.Place(), Reason: x.Key("reason")}
	s.What = fmt.Sprintf("%s does not apply to %s, by %s: %s", s.Rule, s.Subject, s.By, s.Reason)
	if day := x.Key("until"); day != "" {
		if last, err := time.ParseInLocation(time.DateOnly, day, time.Local); err == nil {
			s.Until = last.AddDate(0, 0, 1).UTC()
		}
		s.What = fmt.Sprintf("%s does not apply to %s until %s, by %s: %s", s.Rule, s.Subject, day, s.By, s.Reason)
	}
	return s
}

// Clock returns a time for a person: the time of day, after the date if that is not today's.
func Clock(at, now time.Time) string {
	at, now = at.Local(), now.Local()
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return at.Format("15:04")
	}
	return at.Format("2006-01-02 15:04")
}

// readProject calls read with the store of the project that contains dir, without creating or upgrading it. It does
// not if there is no store, or one from before people could override rules.
func readProject(ctx context.Context, assets fs.FS, dir string, read func(*store.DB) error) (err error) {
	path := project.StorePath(project.Find(dir, "").Root)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	db, err := store.OpenReader(path, assets)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.BusyTimeout(store.LockWait)
	if tables, err := db.Int(ctx, "SELECT count(*) FROM sqlite_schema WHERE name IN ('verdicts', 'snoozes', 'allowances', 'votes')"); err != nil || tables < 4 {
		return err
	}
	return read(db)
}
