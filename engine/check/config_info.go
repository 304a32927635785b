package check

import (
	"io/fs"
	"slices"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/project"
)

// A ConfigInfo is the configuration in force.
type ConfigInfo struct {
	Files      []string          `json:"files" jsonschema:"the files that were read, lowest layer first"`
	Values     []ConfigValue     `json:"values" jsonschema:"the keys outside of rules and except"`
	Rules      []ConfigRule      `json:"rules"`
	Exceptions []ConfigException `json:"exceptions" jsonschema:"the [[except]] entries that are valid now"`
	Withheld   []bundle.Withheld `json:"withheld" jsonschema:"what is not in force because no person has accepted it"`
	Mistakes   []error           `json:"-"`
}

// A ConfigValue is a key and its value.
type ConfigValue struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
	By    string `json:"by,omitempty" jsonschema:"the file and line, or the variable, that sets it; left out for the default"`
}

// A ConfigRule is a rule with its settings.
type ConfigRule struct {
	Rule      string       `json:"rule"`
	Severity  string       `json:"severity"`
	DecidedBy string       `json:"decided_by,omitempty" jsonschema:"what sets the severity; left out for the rule's own"`
	Locked    bool         `json:"locked"`
	Pack      string       `json:"pack,omitempty"`
	ChosenBy  string       `json:"chosen_by,omitempty" jsonschema:"what chooses the pack; left out if the pack is off"`
	Repeat    any          `json:"repeat,omitempty"`
	Escalate  int64        `json:"escalate,omitempty"`
	Options   []OptionInfo `json:"options"`
}

// A ConfigException is one [[except]] entry.
type ConfigException struct {
	Rule     string `json:"rule"`
	Path     string `json:"path,omitempty"`
	Command  string `json:"command,omitempty"`
	Severity string `json:"severity,omitempty" jsonschema:"left out if the rule does not apply there at all"`
	Reason   string `json:"reason"`
	Until    string `json:"until,omitempty" jsonschema:"the last day on which it is valid"`
	By       string `json:"by"`
}

// DescribeConfig returns the configuration in force for the project that contains dir.
func DescribeConfig(assets fs.FS, dir string) ConfigInfo {
	here := project.Find(dir, "")
	c := project.LoadConfig(here.Dir, here.Root, project.AsHooks)
	sources := c.Sources(assets, here.Root)
	rules, wrong := eval.LoadRules(sources, c)
	info := ConfigInfo{
		Files: append([]string{}, c.Files...), Values: []ConfigValue{}, Rules: []ConfigRule{}, Exceptions: []ConfigException{},
		Withheld: append([]bundle.Withheld{}, eval.Withheld(sources, c)...), Mistakes: slices.Concat(c.Errs, wrong),
	}
	for _, k := range project.KeysIn(project.AtTop) {
		v := ConfigValue{Key: k.Name, Value: k.Default}
		if o, ok := c.Value(k.Name); ok {
			v.Value, v.By = o.Value, o.Place()
		}
		info.Values = append(info.Values, v)
	}
	for _, r := range rules {
		if r.Err == nil {
			i := Info(r, "")
			info.Rules = append(info.Rules, ConfigRule{r.Name, i.Severity, i.DecidedBy, i.Locked, i.Pack, i.ChosenBy, i.Repeat, i.Escalate, i.Options})
		}
	}
	for x := range eval.ExceptionsInForce(c, rules) {
		info.Exceptions = append(info.Exceptions, ConfigException{x.Rule, x.Path, x.Command, x.Severity, x.Key("reason"), x.Key("until"), x.Place()})
	}
	return info
}
