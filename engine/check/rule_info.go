package check

import (
	"maps"
	"slices"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
)

// A RuleInfo describes a rule in force.
type RuleInfo struct {
	Rule           string       `json:"rule" jsonschema:"its name"`
	Severity       string       `json:"severity" jsonschema:"off, warn, ask or block; broken if the file has a mistake"`
	Summary        string       `json:"summary" jsonschema:"what it is for, in a sentence"`
	Doc            string       `json:"doc,omitempty" jsonschema:"the whole comment at the beginning of its file; rules explain has it"`
	Path           string       `json:"path"`
	Origin         string       `json:"origin" jsonschema:"embedded, policy, user or project"`
	Restored       bool         `json:"restored" jsonschema:"whether it is in force as it was accepted, because the file has changed since"`
	DecidedBy      string       `json:"decided_by,omitempty" jsonschema:"the file or variable that sets the severity; left out for the rule's own"`
	Locked         bool         `json:"locked" jsonschema:"whether no later layer of the configuration changes it"`
	Pack           string       `json:"pack,omitempty"`
	ChosenBy       string       `json:"chosen_by,omitempty" jsonschema:"what chooses the pack; left out if the pack is off"`
	Replaces       string       `json:"replaces,omitempty" jsonschema:"the file of the same name that it replaces"`
	ReplacesOrigin string       `json:"replaces_origin,omitempty"`
	Broken         string       `json:"broken,omitempty" jsonschema:"the mistake that keeps it from being evaluated"`
	When           []string     `json:"when" jsonschema:"the moments at which it is evaluated"`
	Tools          []string     `json:"tools"`
	Commands       []string     `json:"commands"`
	Paths          []string     `json:"paths"`
	Needs          []string     `json:"needs"`
	Options        []OptionInfo `json:"options"`
	Repeat         any          `json:"repeat,omitempty" jsonschema:"how often a warning is repeated"`
	Escalate       int64        `json:"escalate,omitempty" jsonschema:"after how many warnings in a session it blocks"`
	Message        string       `json:"message" jsonschema:"what the agent is told, with columns of the query in braces"`
	Example        string       `json:"example,omitempty" jsonschema:"a message that it gave in its test"`
	SQL            string       `json:"sql,omitempty" jsonschema:"its query; rules explain has it"`
	Said           int64        `json:"said" jsonschema:"how often it said something in this project"`
	Wrong          int64        `json:"wrong" jsonschema:"how often a person marked that as wrong"`
	Stage          string       `json:"stage,omitempty" jsonschema:"trial (too few verdicts were read), proven, or net (the safety net, which has another proof); left out for a rule that is not witness's own"`
	Fired          int          `json:"fired" jsonschema:"how often it spoke in the recorded sessions of docs/precision.tsv"`
	Read           int          `json:"read" jsonschema:"how many of these verdicts a reader has judged"`
	Right          int          `json:"right" jsonschema:"how many of them were right"`
	Unseen         int          `json:"unseen" jsonschema:"of how many of its verdicts in sessions that nobody had used a reader was certain"`
	UnseenRight    int          `json:"unseen_right" jsonschema:"how many of them were right; the stage follows from these if there are any"`
	Missed         int          `json:"missed" jsonschema:"at how many moments it should have spoken and did not"`
	Again          int64        `json:"again" jsonschema:"about how many of its verdicts here it was asked again"`
	Answered       int64        `json:"answered" jsonschema:"how many of them had no row any more"`
	UnsaidAgain    int64        `json:"unsaid_again" jsonschema:"the same of verdicts that were not reported: what would have happened anyway"`
	UnsaidAnswered int64        `json:"unsaid_answered"`
	Weak           int64        `json:"weak" jsonschema:"how often a person let it pass or snoozed the rule soon after"`
	Disputed       int64        `json:"disputed" jsonschema:"how often the agent disagreed"`
	Occasions      int64        `json:"occasions" jsonschema:"how often it could be kept, of a rule that says what has to be"`
	Kept           int64        `json:"kept" jsonschema:"how often of these it was kept before witness had said anything"`
}

// An OptionInfo is an option of a rule.
type OptionInfo struct {
	Name    string `json:"name"`
	Value   any    `json:"value"`
	Default any    `json:"default"`
	Doc     string `json:"doc,omitempty"`
	By      string `json:"by,omitempty" jsonschema:"the file and line that set it; left out for the default"`
}

// Info describes a rule. example is a message that it gave, or "".
func Info(r *eval.Rule, example string) RuleInfo {
	info := RuleInfo{
		Rule: r.Name, Severity: r.Severity, Summary: hook.Sanitize(r.Summary()), Doc: hook.Clean(r.Doc()), Path: r.Path, Origin: r.Origin, Restored: r.Trust == bundle.Restored,
		DecidedBy: r.DecidedBy, Locked: r.Locked, Pack: r.Pack, ChosenBy: r.ChosenBy, Replaces: r.Replaces, ReplacesOrigin: r.ReplacesOrigin,
		When: r.When, Tools: r.Tools, Commands: r.Commands, Paths: r.Paths, Needs: r.Needs, Options: []OptionInfo{},
		Repeat: r.Repeat, Escalate: r.Escalate, Message: hook.Clean(r.Message), Example: example, SQL: hook.Clean(r.SQL()),
	}
	if len(r.When) == 0 {
		info.When = []string{hook.Before}
	}
	for _, list := range []*[]string{&info.Tools, &info.Commands, &info.Paths, &info.Needs} {
		if *list == nil {
			*list = []string{}
		}
	}
	if r.Err != nil {
		info.Severity, info.Broken = "broken", hook.Clean(r.Err.Error())
	}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		o := OptionInfo{Name: name, Value: r.Options[name], Default: r.Options[name], Doc: r.OptionDoc(name)}
		if was, ok := r.Overridden[name]; ok {
			o.Default, o.By = was.Default, bundle.Withheld{Path: was.By, Line: was.Line}.Place()
		}
		info.Options = append(info.Options, o)
	}
	return info
}
