package engine

import "slices"

// The severities, in rising order. A rule that is off does not run.
const (
	Off   = "off"
	Warn  = "warn"  // the agent is told
	Ask   = "ask"   // the user decides
	Block = "block" // the call does not happen
)

// A Finding is one row of one rule, ready to be said.
type Finding struct {
	Rule     string // the rule's name
	Severity string // Warn, Ask or Block
	Subject  string // the path or the simple command it is about, "" if neither
	Message  string // the sentence, without prefix

	evidence string // JSON: what the rule's row and its options were
	unsaid   string // why it is kept from the agent: see hold
}

// Text is the finding as the agent reads it.
func (f Finding) Text() string { return "[witness] " + f.Rule + ": " + f.Message }

// A Verdict is what all rules together say of one event. The zero value says nothing.
type Verdict struct {
	Findings []Finding // gravest first

	held []Finding // remembered, but not said
}

// Severity is the gravest severity among the findings, "" if there is none.
func (v Verdict) Severity() string {
	if len(v.Findings) == 0 {
		return ""
	}
	return v.Findings[0].Severity
}

// Texts joins the findings of the given severities, one paragraph each.
func (v Verdict) Texts(severities ...string) string {
	var text string
	for _, f := range v.Findings {
		for _, s := range severities {
			if f.Severity == s {
				if text != "" {
					text += "\n"
				}
				text += f.Text()
			}
		}
	}
	return text
}

// Add takes over the findings of another verdict, gravest first; what was said already is
// not said twice.
func (v *Verdict) Add(other Verdict) {
	for _, f := range other.Findings {
		if !slices.ContainsFunc(v.Findings, func(o Finding) bool { return o.Text() == f.Text() && o.Severity == f.Severity }) {
			v.Findings = append(v.Findings, f)
		}
	}
	slices.SortStableFunc(v.Findings, func(a, b Finding) int { return rank(b.Severity) - rank(a.Severity) })
}

// Manners are what a client can and cannot be told.
type Manners struct {
	Deaf   []string // moments at which a warning does not reach the model
	CanAsk bool     // an ask reaches a user
	Twice  bool     // it may call two hooks for one call, and shows the model what both say
}

// askYourUser stands behind the message of an ask that nobody would be asked.
const askYourUser = " Ask your user before you do this."

// fit makes a verdict sayable: an ask that would reach nobody becomes a block.
func (m Manners) fit(v Verdict) Verdict {
	for i, f := range v.Findings {
		if f.Severity == Ask && !m.CanAsk {
			v.Findings[i].Severity = Block
			v.Findings[i].Message += askYourUser
		}
	}
	return v
}

// deaf tells whether a warning at this moment would be lost.
func (m Manners) deaf(moment string) bool { return slices.Contains(m.Deaf, moment) }

// heard are the findings that reach the model or the user at this moment.
func (m Manners) heard(moment string, v Verdict) Verdict {
	if m.deaf(moment) {
		v.Findings = slices.DeleteFunc(slices.Clone(v.Findings), func(f Finding) bool { return f.Severity == Warn })
	}
	return v
}
