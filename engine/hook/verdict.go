package hook

import (
	"slices"
	"strings"
)

// A Finding is one row of one rule, with its message rendered.
type Finding struct {
	Rule     string // the rule's name
	Severity string // Warn, Ask or Block
	Subject  string // the file or simple command that it is about, "" if neither
	Target   string // the file or command for which the rule was evaluated, "" for a moment without one
	Message  string // the message without prefix
	Key      string // the value of the column that the key `per` of the rule names, for repeat
	Count    int64  // the column `count` of the rule's row, for repeat = "doubled"
	Project  bool   // the rule is a file of the project, not witness's or the user's
	Unput    bool   // it is a block because the client cannot put the question to a user

	Evidence   string // JSON: the row and the options of the rule
	Suppressed string // why it is withheld from the agent: observe, snooze, allow or answer; "" if it is not
	Called     string // the parameter called of what it is about, JSON; "" if nothing asks for it
}

// Text returns the finding as the agent reads it. What a file of the project says is marked as such:
// anybody who can change the repository may have written it.
func (f Finding) Text() string {
	if f.Project {
		return "[witness: rule " + f.Rule + " of this project] " + f.Message
	}
	return "[witness] " + f.Rule + ": " + f.Message
}

// Spoken reports whether a text begins as a finding does.
func Spoken(text string) bool {
	return strings.HasPrefix(text, "[witness] ") || strings.HasPrefix(text, "[witness: rule ")
}

// An Occasion is one to keep a rule that says what has to be.
type Occasion struct {
	Rule, Subject string
	Kept          bool
}

// A Verdict holds the findings of all rules for one event.
type Verdict struct {
	Findings []Finding // gravest first

	Suppressed []Finding // recorded, but withheld from the agent

	Occasions []Occasion // to keep a rule, whether it was kept or not

	// Notes are for the user alone. Only a client with Capabilities.TellsUser shows them.
	Notes []string
}

// Severity returns the gravest severity among the findings, "" if there are none.
func (v Verdict) Severity() string {
	if len(v.Findings) == 0 {
		return ""
	}
	return v.Findings[0].Severity
}

// Add merges the findings of another verdict, gravest first, leaving out those that are
// already present, and its notes.
func (v *Verdict) Add(other Verdict) {
	v.Occasions = append(v.Occasions, other.Occasions...)
	for _, note := range other.Notes {
		if !slices.Contains(v.Notes, note) {
			v.Notes = append(v.Notes, note)
		}
	}
	for _, f := range other.Findings {
		if !slices.ContainsFunc(v.Findings, func(o Finding) bool { return o.Text() == f.Text() && o.Severity == f.Severity }) {
			v.Findings = append(v.Findings, f)
		}
	}
	slices.SortStableFunc(v.Findings, func(a, b Finding) int { return Rank(b.Severity) - Rank(a.Severity) })
}

// Capabilities describe how much of a verdict a client can pass on.
type Capabilities struct {
	NoContextAt []string // moments at which a warning does not reach the model
	Unheard     bool     // the reply to this call reaches a program and not the model, not even the reason of a refusal
	CanAsk      bool     // an ask reaches a user
	Checks      []string // its tools, by their own names, that refuse to change a file the agent has not read
	TellsUser   bool     // a note reaches the user and not the model
	BriefsLate  bool     // where a start or a compaction carries no text, the state is told with the next result or prompt
	AtCompact   bool     // a text reaches the model with a compaction
}

// askYourUser returns what is appended to the message of an ask if the client cannot ask a user.
func askYourUser(rule string) string {
	return " Ask your user: the same call passes when their next prompt names it, or agrees while this is the only question. " +
		"Where no prompt will come, a person can start the client with WITNESS_RULES_" + strings.ToUpper(rule) + "=warn."
}

// Adapt turns each ask into a block if the client cannot ask a user. It changes v.Findings in place.
func (c Capabilities) Adapt(v Verdict) Verdict {
	for i, f := range v.Findings {
		if f.Severity == Ask && !c.CanAsk {
			v.Findings[i].Severity = Block
			v.Findings[i].Message += askYourUser(f.Rule)
			v.Findings[i].Unput = true
		}
	}
	return v
}

// DropsContext reports whether a warning at this moment would not reach the model.
func (c Capabilities) DropsContext(moment string) bool { return slices.Contains(c.NoContextAt, moment) }

// Refuses reports whether a verdict keeps a call from running.
func Refuses(moment string, v Verdict) bool { return moment == Before && v.Severity() == Block }

// CarriesNotes reports whether a reply at this moment can have a note. A reply to a stop could keep the agent
// going.
func CarriesNotes(moment string) bool {
	return slices.Contains([]string{Start, Prompt, Before, After}, moment)
}

// Deliverable returns the verdict without the warnings that the client would drop at this moment. The reason of a refusal
// carries them.
func (c Capabilities) Deliverable(moment string, v Verdict) Verdict {
	if c.DropsContext(moment) && !Refuses(moment, v) {
		v.Findings = slices.DeleteFunc(slices.Clone(v.Findings), func(f Finding) bool { return f.Severity == Warn })
	}
	return v
}
