package report

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/spent"
	"witness/engine/store"
)

// A Reader reads sessions, and knows the rules in force.
type Reader struct {
	rules  map[string]*eval.Rule
	tables map[string]map[string]bool // of a rule: the tables that it reads

	prices    spent.Prices
	precision map[string]check.Precision // of witness's own rules
}

// NewReader returns a Reader for these rules. db is any store: the rules are compiled to learn what they read.
func NewReader(assets fs.FS, db *store.DB, rules []*eval.Rule) (*Reader, error) {
	r := &Reader{rules: map[string]*eval.Rule{}, tables: map[string]map[string]bool{}, precision: map[string]check.Precision{}}
	rows, err := check.ReadPrecision(assets)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		r.precision[row.Rule] = row
	}
	if r.prices, err = spent.LoadPrices(assets); err != nil {
		return nil, err
	}
	for _, rule := range rules {
		r.rules[rule.Name] = rule
		if tables, err := db.Sandbox(bundle.Rules).Tables(rule.Text); rule.Err == nil && err == nil {
			r.tables[rule.Name] = tables
		}
	}
	return r, nil
}

// A RuleTime is how long a rule takes for one call.
type RuleTime struct {
	Rule    string  `json:"rule"`
	TookMS  float64 `json:"duration_ms"` // of the processor
	LimitMS int64   `json:"limit_ms"`
}

// AddTime adds how long a rule takes. The slowest must come first: the first few are kept.
func (r *Report) AddTime(rule string, took, limit time.Duration) {
	if len(r.Slow) < maxSlow {
		r.Slow = append(r.Slow, RuleTime{rule, float64(took.Microseconds()) / 1000, limit.Milliseconds()})
	}
}

// A Rule is what a rule said in the sessions of a report.
type Rule struct {
	Name      string  `json:"rule"`
	Summary   string  `json:"summary"`
	Severity  string  `json:"severity"` // in force now; off if it no longer exists
	Fired     int     `json:"fired"`
	Per100    float64 `json:"per_100_calls"`
	Sessions  int     `json:"sessions"`
	Warn      int     `json:"warned"`
	Ask       int     `json:"asked"`
	Block     int     `json:"blocked"`
	Observed  int     `json:"observed"` // findings that were kept from the agent, by the reason
	Snoozed   int     `json:"snoozed"`
	Allowed   int     `json:"allowed"`
	Wrong     int     `json:"wrong"`
	Disputed  int     `json:"disputed"`  // with how many the agent disagreed
	Occasions int     `json:"occasions"` // to keep a rule that says what has to be
	Kept      int     `json:"kept"`      // of these, before witness had said anything
	Again     int     `json:"again"`     // findings about which the rule was asked again
	Answered  int     `json:"answered"`  // of these, those that it had no more
	Read      int     `json:"read" jsonschema:"how many of its findings in recorded sessions a reader has judged (docs/precision.md)"`
	Right     int     `json:"right" jsonschema:"how many of these were right"`
	Missed    int     `json:"missed" jsonschema:"moments in recorded sessions read as a whole at which it should have spoken and did not"`
}

// Said returns how many findings the agent was told.
func (r Rule) Said() int { return r.Warn + r.Ask + r.Block }

// A Day counts the findings of one day, or of more if the report covers a long time.
type Day struct {
	From   Time `json:"from"`
	Days   int  `json:"days"`
	Warn   int  `json:"warned"`
	Ask    int  `json:"asked"`
	Block  int  `json:"blocked"`
	Unsaid int  `json:"unsaid"`
}

// ruleCounts returns a row for each rule that has findings, the one with the most first.
func (r *Reader) ruleCounts(sessions []*Session, calls int) []Rule {
	rows := map[string]*Rule{}
	of := func(name string) *Rule {
		row := rows[name]
		if row == nil {
			row = &Rule{Name: name, Severity: hook.Off}
			if rule := r.rules[name]; rule != nil {
				row.Severity, row.Summary = rule.Severity, rule.Summary()
			}
			p := r.precision[name]
			row.Read, row.Right, row.Missed = p.Read, p.Right, p.Missed
			rows[name] = row
		}
		return row
	}
	for _, s := range sessions {
		seen := map[string]bool{}
		for rule, n := range s.occasions {
			row := of(rule)
			row.Occasions, row.Kept = row.Occasions+n[0], row.Kept+n[1]
		}
		for _, v := range s.Verdicts {
			row := of(v.Rule)
			if v.Disputed != "" {
				row.Disputed++
			}
			row.Fired++
			if !seen[v.Rule] {
				seen[v.Rule] = true
				row.Sessions++
			}
			if v.Wrong {
				row.Wrong++
			}
			switch {
			case v.Unsaid == eval.ByObserve:
				row.Observed++
			case v.Unsaid == eval.BySnooze:
				row.Snoozed++
			case v.Unsaid != "":
				row.Allowed++
			case v.Severity == hook.Block:
				row.Block++
			case v.Severity == hook.Ask:
				row.Ask++
			default:
				row.Warn++
			}
			if v.again {
				row.Again++
			}
			if v.Answered {
				row.Answered++
			}
		}
	}
	list := []Rule{}
	for _, row := range rows {
		if calls > 0 {
			row.Per100 = 100 * float64(row.Fired) / float64(calls)
		}
		list = append(list, *row)
	}
	slices.SortFunc(list, func(a, b Rule) int { return cmp.Or(cmp.Compare(b.Fired, a.Fired), cmp.Compare(a.Name, b.Name)) })
	return list
}

// maxDays is the most columns of the chart over time.
const maxDays = 60

// dayCounts returns the findings over time, in the time zone of this machine. It is empty if the sessions bear no time.
func dayCounts(sessions []*Session) []Day {
	first, last := time.Time{}, time.Time{}
	for _, s := range sessions {
		if s.Began == 0 {
			continue
		}
		if began := midnight(s.Began); first.IsZero() || began.Before(first) {
			first = began
		}
		if ended := midnight(s.Ended); ended.After(last) {
			last = ended
		}
	}
	list := []Day{}
	if first.IsZero() {
		return list
	}
	index := func(t time.Time) int { return int(t.Sub(first).Hours()+12) / 24 }
	width := index(last)/maxDays + 1
	for i := 0; i <= index(last); i += width {
		list = append(list, Day{From: Time(first.AddDate(0, 0, i).UnixMilli()), Days: width})
	}
	for _, s := range sessions {
		for _, v := range s.Verdicts {
			i := index(midnight(v.At)) / width
			if v.At == 0 || i < 0 || i >= len(list) {
				continue
			}
			switch d := &list[i]; {
			case v.Unsaid != "":
				d.Unsaid++
			case v.Severity == hook.Block:
				d.Block++
			case v.Severity == hook.Ask:
				d.Ask++
			default:
				d.Warn++
			}
		}
	}
	return list
}

// midnight returns the beginning of the local day of a time.
func midnight(t Time) time.Time {
	year, month, day := time.UnixMilli(int64(t)).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.Local)
}

// How returns in words in what way the findings were given, or kept from the agent.
func (r Rule) How() string {
	var words []string
	for _, one := range []struct {
		n    int
		what string
	}{{r.Block, "blocked"}, {r.Ask, "asked"}, {r.Warn, "warned"}, {r.Observed, "only observed"}, {r.Snoozed, "snoozed"}, {r.Allowed, "allowed"}} {
		if one.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", one.n, one.what))
		}
	}
	text := strings.Join(words, ", ") + fmt.Sprintf("; in %s, %.2f per 100 calls", plural(r.Sessions, "session"), r.Per100)
	if r.Occasions > 0 {
		text += fmt.Sprintf("; kept unasked at %d of %s", r.Kept, plural(r.Occasions, "occasion"))
	}
	return strings.TrimPrefix(text, "; ")
}
