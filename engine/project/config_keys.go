package project

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// A ValueType is the type of a key's value, worded for error messages.
type ValueType string

// The types of values.
const (
	TypeString       ValueType = "a string"
	TypeNumber       ValueType = "a number, 0 or more"
	TypeMilliseconds ValueType = "a number of milliseconds above 0"
	TypeBool         ValueType = "true or false"
	TypeDate         ValueType = "a date such as 2027-01-31"
	TypePatterns     ValueType = "a list of regular expressions"
	TypeAge          ValueType = `a duration of a day or more such as "90d" or "12w", or "off"`
	TypeSize         ValueType = `a size such as "500MB", or "off"`
	TypePacks        ValueType = `a list of packs such as "loop", or "!loop" to leave one out`
	TypeGlobs        ValueType = `a list of globs such as "docs/**"`
	TypeFrequency    ValueType = `"always", "once", "doubled" or a number above 0`
	TypeURLs         ValueType = `a URL such as "https://fleet.example.org:4001", or a list of them`
	TypeShares       ValueType = `"touches", "runs", "tests", "verdicts", or a list of them`
	TypePolicy       ValueType = `a URL such as "https://example.org/policy.toml", "file:///srv/policy" or "git@github.com:acme/policy.git@main", or "server", also with #sha256= and a hash`
	TypeInterval     ValueType = `a time of 200ms or more, such as "2s"`
	TypeRelease      ValueType = `a release such as "2026.11", or "latest"`
)

// The places of a configuration file that have keys.
const (
	AtTop     = "top"     // outside of rules and except; a dot separates a table from its key
	InSetting = "setting" // the table of one rule in [rules]
	InExcept  = "except"  // an [[except]] entry
)

// A ConfigKey is one key of a configuration file. The defaults, the validation, the suggestions,
// the JSON Schema and the documentation are all derived from the table of these keys.
type ConfigKey struct {
	Name    string
	Type    ValueType
	Allowed []string // the valid values, nil if Type alone decides
	Default any      // nil if there is none, or if the rule's header has it
	Doc     string

	place       string // AtTop, InSetting or InExcept
	machineOnly bool   // set by the system's and the user's files, not by a project's
	lockable    bool   // ignored in layers above one that locks a rule, because the rule may depend on it
}

// The modes.
const (
	enforce = "enforce"
	observe = "observe"
)

// briefings are the values of start.briefing. auto gives the briefing only if something is red.
var briefings = []string{"auto", "always", "never"}

var configKeys = []ConfigKey{
	{Name: "mode", place: AtTop, Type: TypeString, Allowed: []string{enforce, observe}, Default: enforce, Doc: "enforce reports verdicts; observe records every verdict and reports none."},
	{Name: "packs", place: AtTop, Type: TypePacks, Default: []any{}, Doc: "The packs whose rules are on, of all layers together; \"!loop\" leaves out a pack that a lower layer chose."},
	{Name: "stage", place: AtTop, Type: TypeString, Allowed: []string{Trial, Proven}, Default: Trial, Doc: "proven turns off the rules that are on trial, whose verdicts have not been read often enough; the safety net stays. A severity that is set for a rule comes first."},
	{Name: "defaults", place: AtTop, Type: TypeRelease, Default: latest, Doc: "The release whose rules speak: those that came later are off until this is changed or their severity is set. \"latest\" pins nothing."},
	{Name: "limits.before_ms", place: AtTop, Type: TypeMilliseconds, Default: int64(50), machineOnly: true, Doc: "The CPU time limit of the rules before a call, in milliseconds."},
	{Name: "limits.after_ms", place: AtTop, Type: TypeMilliseconds, Default: int64(150), machineOnly: true, Doc: "The CPU time limit of the readers and rules after a call, in milliseconds."},
	{Name: "privacy.patterns", place: AtTop, Type: TypePatterns, Default: []any{}, machineOnly: true, Doc: "Further secrets on this machine: regular expressions (RE2) for parts of commands and outputs that must not be stored. Common forms of tokens and passwords are recognized without them."},
	{Name: "store.keep", place: AtTop, Type: TypeAge, Default: "90d", machineOnly: true, Doc: "How long a session is kept after its last call. What is older is deleted when a session ends, except for the last session that ran tests. \"off\" keeps all."},
	{Name: "store.max_size", place: AtTop, Type: TypeSize, Default: "500MB", machineOnly: true, Doc: "How large the content of a project's store may be. When a session ends, the sessions used least recently are deleted as long as it is larger, except for those of the last day. \"off\" sets no limit."},
	{Name: "trust.projects", place: AtTop, Type: TypeGlobs, Default: []any{}, machineOnly: true, Doc: "Globs of the folders of projects, such as \"~/src/mine/*\", all of whose files are trusted, now and later."},
	{Name: "start.briefing", place: AtTop, Type: TypeString, Allowed: briefings, Default: "auto", Doc: "Whether a session begins with the briefing: always, never, or auto, which gives it only if something is red."},
	{Name: "files.scratch", place: AtTop, Type: TypeGlobs, Default: []any{}, lockable: true, Doc: "Globs of files that nobody keeps, such as notes and scripts for trying something out. Globs of `files` are tried before witness's own, those of a higher layer first."},
	{Name: "files.generated", place: AtTop, Type: TypeGlobs, Default: []any{}, lockable: true, Doc: "Globs of files that a program writes, such as lockfiles and the output of a build."},
	{Name: "files.test", place: AtTop, Type: TypeGlobs, Default: []any{}, lockable: true, Doc: "Globs of tests, and of what only tests use."},
	{Name: "files.settings", place: AtTop, Type: TypeGlobs, Default: []any{}, lockable: true, Doc: "Globs of files that configure a program, a build or a service."},
	{Name: "files.document", place: AtTop, Type: TypeGlobs, Default: []any{}, lockable: true, Doc: "Globs of text for people or agents."},
	{Name: "files.code", place: AtTop, Type: TypeGlobs, Default: []any{}, lockable: true, Doc: "Globs of programs, and of what is compiled into them."},

	{Name: "receipt.notes", place: AtTop, Type: TypeBool, Default: false, machineOnly: true, Doc: "Whether the receipt of each commit that an agent makes is kept as git notes, in refs/notes/witness, by a process in the background. See docs/receipt.md."},
	{Name: "receipt.key", place: AtTop, Type: TypeString, machineOnly: true, Doc: "The SSH key, as \"~/.ssh/id_ed25519\", with which notes of receipts and files of witness receipt --output are signed. If it is missing, nothing is signed."},

	{Name: "fleet.url", place: AtTop, Type: TypeURLs, machineOnly: true, Doc: "The rqlite server through which the machines of a team share facts: its URL, or those of its members, which are tried in this order. Without one, nothing is shared. See docs/fleet.md."},
	{Name: "fleet.token_file", place: AtTop, Type: TypeString, machineOnly: true, Doc: "The file with the name and the password for the server, as name:password. Only its owner may be able to read it."},
	{Name: "fleet.ca_file", place: AtTop, Type: TypeString, machineOnly: true, Doc: "The file with the certificates, in PEM, that sign the server's. If it is missing, those of the system do."},
	{Name: "fleet.repositories", place: AtTop, Type: TypeGlobs, Default: []any{}, machineOnly: true, Doc: "Globs of the repositories that take part, such as \"github.com/acme/**\"; all if there is none."},
	{Name: "fleet.share", place: AtTop, Type: TypeShares, Default: []any{"touches", "runs", "tests", "verdicts"}, machineOnly: true, Doc: "What leaves this machine: changes of files, runs, outcomes of tests, verdicts. `witness sync --dry-run` prints it."},
	{Name: "fleet.interval", place: AtTop, Type: TypeInterval, Default: "2s", machineOnly: true, Doc: "The time between two exchanges while an agent works."},
	{Name: "fleet.keep", place: AtTop, Type: TypeAge, Default: "14d", machineOnly: true, Doc: "How long the facts of others are kept here, and how old a fact may be that is shared. \"off\" sets no limit."},
	{Name: "fleet.policy", place: AtTop, Type: TypePolicy, machineOnly: true, Doc: "Where the policy of a team is: the URL of a configuration file, or of a folder or a Git repository with `config.toml`, `rules.d`, `facts.d` and `queries.d`, or \"server\" for what `witness fleet policy push` put on the fleet's server. `witness sync` brings it to the folder `policy` beside the user's config.toml, where it is a layer of its own. With #sha256= and a hash only that content is taken. If the system's file sets it, the user's does not change it, nor a `url` that the system's file sets beside \"server\"."},
	{Name: "fleet.user", place: AtTop, Type: TypeString, machineOnly: true, Doc: "Your name, as the others see it. If it is missing, they see none."},
	{Name: "fleet.machine", place: AtTop, Type: TypeString, machineOnly: true, Doc: "The name of this machine, as the others see it. If it is missing, that is the host's name."},

	{Name: "severity", place: InSetting, Type: TypeString, Allowed: hook.Severities, Doc: "What the rule's findings do: off, warn, ask or block. If it is missing, the rule's header decides."},
	{Name: "repeat", place: InSetting, Type: TypeFrequency, Doc: "How often the same warning is given for one subject in a session: \"always\", \"once\", \"doubled\" or a number. A question is put until its user has let it through once, or that often. If it is missing, the rule's header decides."},
	{Name: "escalate", place: InSetting, Type: TypeNumber, Doc: "The number of warnings in a session after which the rule blocks; 0 means never. If it is missing, the rule's header decides."},
	{Name: "locked", place: InSetting, Type: TypeBool, Default: false, Doc: "Whether higher layers are kept from changing, replacing, excepting or observing the rule."},

	{Name: "rule", place: InExcept, Type: TypeString, Doc: "The rule that does not apply. Required."},
	{Name: "path", place: InExcept, Type: TypeString, Doc: "A glob of the files to which the rule does not apply, as in `paths` of a rule's header."},
	{Name: "command", place: InExcept, Type: TypeString, Doc: "The first words of the commands to which the rule does not apply, such as \"git commit\"."},
	{Name: "severity", place: InExcept, Type: TypeString, Allowed: hook.Severities, Doc: "What the rule's findings do there, instead of nothing: warn, ask or block. If it is missing, the rule does not apply."},
	{Name: "reason", place: InExcept, Type: TypeString, Doc: "The reason for the exception. Required."},
	{Name: "until", place: InExcept, Type: TypeDate, Doc: "The last day on which the exception is valid, by the machine's clock. If it is missing, the exception does not expire."},
}

// KeysIn returns the keys of one place.
func KeysIn(place string) (list []ConfigKey) {
	for _, k := range configKeys {
		if k.place == place {
			list = append(list, k)
		}
	}
	return list
}

// FindKey returns the key of a name in one place, and whether there is one.
func FindKey(place, name string) (ConfigKey, bool) {
	i := slices.IndexFunc(configKeys, func(k ConfigKey) bool { return k.place == place && k.Name == name })
	if i < 0 {
		return ConfigKey{}, false
	}
	return configKeys[i], true
}

// keyNames returns the names of the keys of one place.
func keyNames(place string) (names []string) {
	for _, k := range KeysIn(place) {
		names = append(names, k.Name)
	}
	return names
}

// accept checks a value and returns it, a date as a string such as 2027-01-31.
func (k ConfigKey) accept(v any) (any, error) {
	name := k.Name[strings.LastIndexByte(k.Name, '.')+1:]
	if k.Allowed != nil {
		if text, ok := v.(string); !ok || !slices.Contains(k.Allowed, text) {
			return nil, &valueError{fmt.Sprintf("%s must be %s", name, bundle.Listed(k.Allowed)), strconv.Quote(fmt.Sprint(v)), bundle.DidYouMean(fmt.Sprint(v), k.Allowed)}
		}
		return v, nil
	}
	n, isNumber := v.(int64)
	ok := false
	switch k.Type {
	case TypeString:
		text, isText := v.(string)
		ok = isText && strings.TrimSpace(text) != ""
	case TypeNumber:
		ok = isNumber && n >= 0
	case TypeMilliseconds:
		ok = isNumber && n > 0
	case TypeBool:
		_, ok = v.(bool)
	case TypePatterns, TypePacks, TypeGlobs, TypeURLs, TypeShares, TypePolicy:
		if err := checkList(k.Type, v); err != nil {
			return nil, &valueError{fmt.Sprintf("%s must be %s", name, k.Type), err.Error(), ""}
		}
		ok = true
	case TypeAge:
		text, isText := v.(string)
		age, err := ParseDuration(text)
		ok = isText && (text == off || err == nil && age >= 24*time.Hour)
	case TypeSize:
		text, isText := v.(string)
		_, err := ParseSize(text)
		ok = isText && (text == off || err == nil)
	case TypeInterval:
		ok = parseInterval(v) == nil
	case TypeRelease:
		ok = isRelease(v)
	case TypeFrequency:
		_, err := bundle.ParseRepeat(v)
		ok = v != nil && err == nil
	case TypeDate:
		if day, isDay := v.(time.Time); isDay {
			v = day.Format(time.DateOnly)
		}
		_, err := time.Parse(time.DateOnly, fmt.Sprint(v))
		ok = err == nil
	}
	if !ok {
		return nil, &valueError{fmt.Sprintf("%s must be %s", name, k.Type), spelled(v), ""}
	}
	return v, nil
}

// checkList returns why v is not a value of a type with a grammar of its own, nil if it is one.
func checkList(t ValueType, v any) (err error) {
	switch t {
	case TypePatterns:
		_, err = compilePatterns(v)
	case TypePacks:
		_, err = packList(v)
	case TypeURLs:
		_, err = urlList(v)
	case TypeShares:
		_, err = shareList(v)
	case TypePolicy:
		text, isText := v.(string)
		if _, err = ParsePolicy(text); !isText {
			err = errors.New(spelled(v))
		}
	default:
		_, err = globList(v)
	}
	return err
}

// A valueError is a mistake in a value.
type valueError struct {
	want string // without the value
	got  string // the value
	hint string // which known word was meant, "" if none is close
}

func (e *valueError) Error() string { return e.want + ", not " + e.got + e.hint }

// CleanKey returns the name of an unknown key as messages may show it.
func CleanKey(name string) string {
	const most = 41
	clean := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return -1
	}, name)
	return clean[:min(len(clean), most)]
}

// compilePatterns compiles a list of regular expressions.
func compilePatterns(v any) (list []*regexp.Regexp, err error) {
	items, ok := v.([]any)
	if !ok {
		return nil, errors.New(spelled(v))
	}
	for _, v := range items {
		text, ok := v.(string)
		if !ok || text == "" {
			return nil, errors.New(spelled(v))
		}
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, err
		}
		list = append(list, re)
	}
	return list, nil
}

// globList returns a list of globs, or the reason why v is not one.
func globList(v any) (list []string, err error) {
	items, ok := v.([]any)
	if !ok {
		return nil, errors.New(spelled(v))
	}
	for _, v := range items {
		glob, ok := v.(string)
		if !ok || glob == "" || bundle.CheckGlob(glob) != nil {
			return nil, errors.New(spelled(v))
		}
		list = append(list, glob)
	}
	return list, nil
}

// spelled returns a value as it is written in an error message.
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
