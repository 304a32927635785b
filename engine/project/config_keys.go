package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// A valueType is what a key of a configuration file takes, in words for people.
type valueType string

const (
	AText      valueType = "a text"
	ANumber    valueType = "a number, 0 or more"
	ALimit     valueType = "a number of milliseconds above 0"
	AFlag      valueType = "true or false"
	ADate      valueType = "a date such as 2027-01-31"
	APatterns  valueType = "a list of regular expressions"
	AFrequency valueType = `"always", "once" or a number above 0`
)

// The places of a configuration file in which a key may stand.
const (
	AtTop     = "top"     // the file itself; a dot leads into a table
	InSetting = "setting" // what is said of one rule below [rules]
	InExcept  = "except"  // an [[except]] entry
)

// A configKey is one key of a configuration file: the one table from which defaults,
// validation, suggestions, the JSON Schema and the documentation follow.
type ConfigKey struct {
	Name    string
	In      string
	Type    valueType
	Allowed []string
	Default any  // nil if leaving the key out means something of its own
	Own     bool // only the machine's own files set it, not a project's
	Doc     string
}

// The modes.
const (
	enforce = "enforce"
	observe = "observe"
)

// briefings are the values of start.briefing. auto gives the briefing only if something is red.
var briefings = []string{"auto", "always", "never"}

var ConfigKeys = []ConfigKey{
	{Name: "mode", In: AtTop, Type: AText, Allowed: []string{enforce, observe}, Default: enforce, Doc: "What becomes of verdicts: enforce says them; observe records every one and says nothing."},
	{Name: "limits.before_ms", In: AtTop, Type: ALimit, Default: int64(25), Own: true, Doc: "What the rules may take of the processor before a call, in milliseconds."},
	{Name: "limits.after_ms", In: AtTop, Type: ALimit, Default: int64(150), Own: true, Doc: "What readers and rules may take of the processor after a call, in milliseconds."},
	{Name: "privacy.patterns", In: AtTop, Type: APatterns, Default: []any{}, Own: true, Doc: "What else is secret on this machine: regular expressions (RE2) of what is never kept of a command or an output. The usual forms of tokens and passwords are known."},
	{Name: "start.briefing", In: AtTop, Type: AText, Allowed: briefings, Default: "auto", Doc: "When a session begins with the briefing: auto gives it only if something is red."},

	{Name: "severity", In: InSetting, Type: AText, Allowed: hook.Severities, Doc: "What becomes of the rule's findings: off, warn, ask or block; as in the rule's header, if left out."},
	{Name: "repeat", In: InSetting, Type: AFrequency, Doc: "How often a warning is said for one subject in a session; as in the rule's header, if left out."},
	{Name: "escalate", In: InSetting, Type: ANumber, Doc: "After so many warnings in a session the rule blocks, 0 is never; as in the rule's header, if left out."},
	{Name: "locked", In: InSetting, Type: AFlag, Default: false, Doc: "Nothing in a later layer changes, replaces, excepts from or observes the rule."},

	{Name: "rule", In: InExcept, Type: AText, Doc: "The rule that is to be silent. Required."},
	{Name: "path", In: InExcept, Type: AText, Doc: "A glob of the files about which it is silent, as in `paths` of a rule's header."},
	{Name: "command", In: InExcept, Type: AText, Doc: "The first words of the commands about which it is silent, such as \"git commit\"."},
	{Name: "reason", In: InExcept, Type: AText, Doc: "Why. Required."},
	{Name: "until", In: InExcept, Type: ADate, Doc: "The last day on which the exception holds, by the machine's clock; for good, if left out."},
}

// configKeyNames are the names of the keys of one place.
func ConfigKeyNames(in string) (names []string) {
	for _, k := range ConfigKeys {
		if k.In == in {
			names = append(names, k.Name)
		}
	}
	return names
}

// findKey finds a key by its place and name.
func FindKey(in, name string) (ConfigKey, bool) {
	i := slices.IndexFunc(ConfigKeys, func(k ConfigKey) bool { return k.In == in && k.Name == name })
	if i < 0 {
		return ConfigKey{}, false
	}
	return ConfigKeys[i], true
}

// accept tells what is wrong with a value, and gives a date the spelling of a text.
func (k ConfigKey) accept(v any) (any, error) {
	name := k.Name[strings.LastIndexByte(k.Name, '.')+1:]
	if k.Allowed != nil {
		if text, ok := v.(string); !ok || !slices.Contains(k.Allowed, text) {
			return nil, fmt.Errorf("%s must be %s, not %q%s", name, bundle.Listed(k.Allowed), fmt.Sprint(v), bundle.DidYouMean(fmt.Sprint(v), k.Allowed))
		}
		return v, nil
	}
	n, isNumber := v.(int64)
	ok := false
	switch k.Type {
	case AText:
		text, isText := v.(string)
		ok = isText && strings.TrimSpace(text) != ""
	case ANumber:
		ok = isNumber && n >= 0
	case ALimit:
		ok = isNumber && n > 0
	case AFlag:
		_, ok = v.(bool)
	case APatterns:
		if _, err := compilePatterns(v); err != nil {
			return nil, fmt.Errorf("%s must be %s: %w", name, k.Type, err)
		}
		ok = true
	case AFrequency:
		_, err := bundle.ParseRepeat(v)
		ok = v != nil && err == nil
	case ADate:
		if day, isDay := v.(time.Time); isDay {
			v = day.Format(time.DateOnly)
		}
		_, err := time.Parse(time.DateOnly, fmt.Sprint(v))
		ok = err == nil
	}
	if !ok {
		return nil, fmt.Errorf("%s must be %s, not %s", name, k.Type, spelled(v))
	}
	return v, nil
}

// compilePatterns makes regular expressions of a list of texts.
func compilePatterns(v any) (list []*regexp.Regexp, err error) {
	texts, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("not %s", spelled(v))
	}
	for _, v := range texts {
		text, ok := v.(string)
		if !ok || text == "" {
			return nil, fmt.Errorf("not %s", spelled(v))
		}
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, err
		}
		list = append(list, re)
	}
	return list, nil
}

// spelled is a value as a person would write it into the file.
func spelled(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case map[string]any, []map[string]any:
		return "a table"
	case []any:
		return "a list"
	default:
		return fmt.Sprint(v)
	}
}
