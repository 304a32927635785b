// Package report makes a page of what a store holds: its sessions as ribbons, what the rules said, and
// where the time went. It is one HTML file that makes no request.
//
// report.go has the data, read.go reads it from a store, page.go draws it. Everything in between computes:
// state.go whether the tests were red or green at a step, headline.go what a session is worth looking at for.
package report

import (
	"cmp"
	"slices"
	"time"

	"witness/engine/eval"
	"witness/engine/spent"
)

// A Report is the content of a page.
type Report struct {
	Project   string        `json:"project"` // its name, as people call it
	Source    string        `json:"source"`  // store or recordings
	Made      Time          `json:"made"`
	Since     Time          `json:"since"` // sessions that were last used before are left out; zero for none
	Empty     int           `json:"sessions_without_calls" jsonschema:"sessions in which no tool was called; they are counted nowhere else"`
	Totals    Totals        `json:"totals"`
	Opening   []string      `json:"opening,omitempty" jsonschema:"what differs most from the period before"`
	ToDo      string        `json:"to_do" jsonschema:"the one thing to do; empty if there is none"`
	Days      []Day         `json:"days,omitempty"` // when the rules spoke
	Agents    []spent.Total `json:"agents,omitempty" jsonschema:"what each client has taken"`
	Models    []spent.Total `json:"models,omitempty" jsonschema:"what each model has taken, by the clients' transcripts"`
	Tools     []spent.Total `json:"tools,omitempty" jsonschema:"what the calls of each tool have taken; no tokens"`
	Multiples []Multiple    `json:"multiples,omitempty" jsonschema:"models and agents side by side"`
	Rules     []Rule        `json:"rules,omitempty"`
	Slow      []RuleTime    `json:"slow_rules,omitempty"`
	Silenced  Silenced      `json:"silenced"`
	Files     []File        `json:"files,omitempty"`
	Flaky     []Test        `json:"flaky,omitempty"`
	Errors    []Error       `json:"errors,omitempty"`
	Commands  []Command     `json:"commands,omitempty"`
	Fleet     *Fleet        `json:"fleet,omitempty"`    // nil without one
	Sessions  []*Session    `json:"sessions,omitempty"` // the most telling first

	// Read is how many sessions are read in full. Files, Flaky, Errors and Commands are about these.
	Read int `json:"read_in_full"`

	Anonymous bool `json:"anonymous"`

	reader *Reader
}

// Totals count what all sessions did.
type Totals struct {
	Sessions int `json:"sessions"`
	Calls    int `json:"calls"`
	Edits    int `json:"edits"`
	Runs     int `json:"runs"`        // of tests
	Failed   int `json:"failed_runs"` // the runs among them that failed
	Said     int `json:"said"`        // findings that were reported
	Refused  int `json:"refused"`     // calls that were stopped
	spoken   int // calls that findings were about
	Unsaid   int `json:"unsaid"` // findings that were kept from the agent

	Untested int `json:"sessions_without_tests" jsonschema:"sessions that edited code and ran no test"`
	EditedOn int `json:"sessions_edited_on_red" jsonschema:"sessions that turned tests red and edited code before these passed"`
	EndedRed int `json:"sessions_ended_red" jsonschema:"sessions at whose end a test failed that they had turned red"`
	Apart    int `json:"sessions_ended_apart" jsonschema:"sessions at whose end something else failed: it was red before, a service was missing, it is flaky"`
}

// A Time is milliseconds since 1970, 0 if it is not known. As JSON it is RFC 3339 in UTC, or null.
type Time int64

// MarshalJSON returns the time as the other commands write it.
func (t Time) MarshalJSON() ([]byte, error) {
	if t == 0 {
		return []byte("null"), nil
	}
	return []byte(`"` + time.UnixMilli(int64(t)).UTC().Format(eval.TimeFormat) + `"`), nil
}

// A Session is one session, as far as the page shows it.
type Session struct {
	ID       string    `json:"session"`
	Agent    string    `json:"agent"`
	Root     string    `json:"root"`
	Branch   string    `json:"branch"`
	Began    Time      `json:"started" jsonschema:"when it began"`
	Ended    Time      `json:"at" jsonschema:"when its latest event was"`
	First    int64     `json:"first_t" jsonschema:"its first step that the report covers"`
	Last     int64     `json:"last_t" jsonschema:"its last step"`
	Calls    int       `json:"calls"`
	Reads    int       `json:"reads"`
	Edits    int       `json:"edits"`
	Failed   int       `json:"failed_calls"`
	Refused  int       `json:"refused_calls"`
	Runs     []Run     `json:"runs,omitempty"`
	Verdicts []Verdict `json:"verdicts,omitempty"`
	Title    string    `json:"title"`           // the file that it edited most, and how many others; "" if it was not read in full
	Headline string    `json:"headline"`        // what it is worth looking at for
	Steps    []Step    `json:"steps,omitempty"` // left out unless the session was read in full

	edits     []int64 // the steps at which it edited code or tests, which is what tests are run for
	tests     []outcome
	failures  []failure
	occasions map[string][2]int // by rule: how many, and how many kept
	prompts   []int64
	spans     []span
	parts     []spent.Part
	score     int

	editedOn bool // it edited code while a test failed that it had turned red
}

// A Run is one run of tests or checks.
type Run struct {
	Step    int64  `json:"t" jsonschema:"the step of the session"`
	Tool    string `json:"tool"`
	Kind    string `json:"kind"` // test or check
	Command string `json:"command"`
	Outcome string `json:"outcome"` // pass, fail, unknown, unstarted
	Passed  *int64 `json:"passed" jsonschema:"null if it is not known"`
	Failed  *int64 `json:"failed" jsonschema:"null if it is not known"`

	n             int64
	root, program string
	stashed       bool
	tree          int64
}

// A Verdict is one finding of a rule.
type Verdict struct {
	ID       string  `json:"id"`
	Step     int64   `json:"t" jsonschema:"the step of the session"`
	At       Time    `json:"at"`
	Rule     string  `json:"rule"`
	Severity string  `json:"severity"`
	Moment   string  `json:"moment"`
	Subject  string  `json:"subject"`
	Message  string  `json:"message"`
	Unsaid   string  `json:"unsaid"` // why it was kept from the agent: observe, snooze or allow
	Wrong    bool    `json:"wrong"`
	Disputed string  `json:"disputed,omitempty"` // why the agent disagrees
	Answered bool    `json:"answered" jsonschema:"whether the rule was asked again about the same and found nothing"`
	Row      []Value `json:"row,omitempty"` // the row of the rule's query
	Facts    []Fact  `json:"facts,omitempty"`
	evidence string
	actor    string
	again    bool // the rule was asked again about the same
}

// A Value is a column of a rule's row.
type Value struct {
	Name string `json:"name"`
	Text string `json:"value"`
}

// A Fact is something that was recorded at an earlier step.
type Fact struct {
	Step int64  `json:"t" jsonschema:"the step of the session"`
	Text string `json:"text"`
}

// A Step is one call, with what is known of it.
type Step struct {
	Step    int64   `json:"t" jsonschema:"the step of the session"`
	At      Time    `json:"at"`
	TookMS  int64   `json:"duration_ms" jsonschema:"0 if it is not known"`
	Actor   string  `json:"actor"` // the subagent, "" for the main agent
	Tool    string  `json:"tool"`
	Command string  `json:"command"` // the shell line of a run
	Outcome string  `json:"outcome"`
	Reason  string  `json:"reason"`
	Touches []Touch `json:"touches,omitempty"`

	told     bool   // the client has told how long it took
	name     string // the client's name of the tool
	end      Time
	programs []string
}

// A Touch is one file that a call read or changed.
type Touch struct {
	Kind    string `json:"kind"`
	File    string `json:"file"` // relative to its project
	Outcome string `json:"outcome"`
	Via     string `json:"via"`

	path, class string
}

// An outcome is that of one test in one run, of a test that failed at least once in the session.
type outcome struct {
	step, n           int64
	tool, suite, test string
	result, message   string
}

// key identifies a test within a session.
func (o outcome) key() [3]string { return [3]string{o.tool, o.suite, o.test} }

// Limits of a page: what is beyond is counted and not shown, and the page says so.
const (
	maxRead    = 400  // sessions that are read in full, the most telling and the latest
	maxRibbons = 60   // sessions that are drawn in full
	fewRibbons = 12   // sessions that are drawn in full even if they tell nothing
	maxPages   = 40   // sessions with a page of their own
	maxStrips  = 1500 // the other sessions that are listed
	maxRows    = 15   // of a table
	maxSlow    = 8    // of the slowest rules
)

// Sort orders sessions by how much they tell, and then by their time, the latest first.
func Sort(list []*Session) {
	for _, s := range list {
		s.judge()
	}
	slices.SortStableFunc(list, func(a, b *Session) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.Ended, a.Ended), cmp.Compare(a.ID, b.ID))
	})
}

// count returns the totals of sessions.
func count(list []*Session) (t Totals) {
	t.Sessions = len(list)
	for _, s := range list {
		t.Calls, t.Edits = t.Calls+s.Calls, t.Edits+s.Edits
		t.Untested, t.EditedOn = t.Untested+one(s.Untested()), t.EditedOn+one(s.editedOn)
		t.EndedRed, t.Apart = t.EndedRed+one(s.end().state == red), t.Apart+one(s.end().state == apart)
		for _, r := range s.Runs {
			if r.Kind != "test" {
				continue
			}
			t.Runs++
			if r.Outcome == "fail" {
				t.Failed++
			}
		}
		for _, v := range s.Verdicts {
			t.Said, t.Unsaid = t.Said+one(v.Unsaid == ""), t.Unsaid+one(v.Unsaid != "")
		}
		spoken, stopped := s.spoken()
		t.spoken, t.Refused = t.spoken+spoken, t.Refused+stopped
	}
	return t
}

// one returns 1 for what is counted, and 0 for what is not.
func one(counted bool) int {
	if counted {
		return 1
	}
	return 0
}
