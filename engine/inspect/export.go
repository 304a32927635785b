package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/store"
)

// An Export is a verdict that was marked as wrong, as the script of a rule test: the calls of its session
// with did and will, with their commands, files and outcomes and without contents, and pseudonyms for the
// words of the project. The script fails as long as the rule says the same.
type Export struct {
	Rule, Script string
}

// exporter writes one script.
type exporter struct {
	ctx     context.Context
	e       *engine.Engine
	v       verdict
	names   *pseudonyms
	steps   strings.Builder
	files   map[string]string // of the archive: names and contents
	new     map[string]bool   // the files that the session created
	readers map[string]bool   // the readers whose results are replaced by facts
}

// ExportWrong returns the script of a verdict that was marked as wrong; if id is "", of the one that was
// marked last.
func ExportWrong(ctx context.Context, e *engine.Engine, assets fs.FS, id string) (x Export, err error) {
	if id == "" {
		if id, err = lastVote(ctx, e); err != nil {
			return x, err
		}
	}
	v, err := reported(ctx, e, id)
	if err != nil {
		return x, err
	}
	marked, because, version := false, "", ""
	err = e.DB.Each(ctx, e.DB.WithViews("SELECT because, version FROM judged WHERE id = :id AND rule = :rule AND vote <> ''"), store.Args{"id": v.id, "rule": v.rule}, func(_ []string, row []store.Value) error {
		marked, because, version = true, store.Text(row[0]), store.Text(row[1])
		return nil
	})
	if err == nil && !marked {
		err = fmt.Errorf("verdict %s is not marked as wrong; `witness wrong %s` marks it", v.id, v.id)
	}
	if err != nil {
		return x, err
	}
	var programs []string
	err = e.DB.Each(ctx, "SELECT DISTINCT program FROM commands WHERE session = :session", store.Args{"session": v.session}, func(_ []string, row []store.Value) error {
		programs = append(programs, store.Text(row[0]))
		return nil
	})
	if err != nil {
		return x, err
	}
	out := exporter{ctx: ctx, e: e, v: v, files: map[string]string{}, new: map[string]bool{}, readers: map[string]bool{}}
	if out.names, err = newPseudonyms(assets, programs); err != nil {
		return x, err
	}
	settings, err := out.settings()
	if err != nil {
		return x, err
	}
	if err := out.calls(); err != nil {
		return x, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# A person marked this %s of %s as wrong", v.severity, v.rule)
	if version != "" {
		fmt.Fprintf(&b, " (witness %s)", version)
	}
	fmt.Fprintf(&b, ".\n# Words of the project are replaced; contents and outputs were never stored.\n")
	if because != "" {
		fmt.Fprintf(&b, "# Why: %s\n", because)
	}
	b.WriteString("# The message: " + out.names.text(hook.Printable(v.message)) + "\n\n")
	b.WriteString(out.steps.String())
	if settings != "" {
		out.files[userConfig+"config.toml"] = settings
	}
	for tool := range out.readers {
		out.files[userConfig+"facts.d/facts_of_"+tool+".toml"] = strings.ReplaceAll(factsReader, "TOOL", tool)
	}
	b.WriteString("\n")
	for _, name := range slices.Sorted(maps.Keys(out.files)) {
		fmt.Fprintf(&b, "-- %s --\n%s", name, out.files[name])
	}
	return Export{v.rule, b.String()}, nil
}

// userConfig is where a script has the user's own settings and readers, which nobody needs to accept.
const userConfig = ".home/.config/witness/"

// factsReader reads facts in place of the output of a runner, because witness has kept only the facts.
const factsReader = `# TOOL: the facts of its runs, instead of its output.

into     = "tests"
form     = "TOOL"
contains = ["facts of TOOL\n"]

query = '''
SELECT value ->> 'test' AS test, value ->> 'suite' AS suite, value ->> 'outcome' AS outcome, value ->> 'message' AS message,
       value ->> 'file' AS file, value ->> 'line' AS line,
       value ->> 'passed' AS passed, value ->> 'failed' AS failed, value ->> 'skipped' AS skipped, value ->> 'ended' AS ended, value ->> 'how' AS how
FROM   json_each(iif(instr(:output, 'facts of TOOL' || char(10)) = 1, '[' || replace(trim(substr(:output, instr(:output, char(10))), char(10)), char(10), ',') || ']', '[]'))
'''
`

// settings returns the settings of the rule that differ from its file's, as TOML.
func (x *exporter) settings() (string, error) {
	x.e.Eval.LoadAll()
	i := slices.IndexFunc(x.e.Eval.Rules, func(r *eval.Rule) bool { return r.Had(x.v.rule) })
	if i < 0 {
		return "", fmt.Errorf("rule %s no longer exists, so its verdicts cannot be tested", x.v.rule)
	}
	r := x.e.Eval.Rules[i]
	var evidence struct{ Options map[string]json.RawMessage }
	if err := json.Unmarshal([]byte(cmp.Or(x.v.evidence, "{}")), &evidence); err != nil {
		return "", err
	}
	var options []string
	for _, name := range slices.Sorted(maps.Keys(evidence.Options)) {
		given, known := r.Options[name]
		if was, ok := r.Overridden[name]; ok {
			given = was.Default
		}
		if value, err := json.Marshal(given); err == nil && known && string(value) != string(evidence.Options[name]) {
			options = append(options, name+" = "+string(evidence.Options[name]))
		}
	}
	severity := r.File.Severity
	if severity == hook.Off {
		severity = hook.Warn
	}
	switch {
	case len(options) > 0:
		return fmt.Sprintf("[rules]\n%s = [%q, { %s }]\n", r.Name, severity, strings.Join(options, ", ")), nil
	case severity != r.File.Severity:
		return fmt.Sprintf("[rules]\n%s = %q\n", r.Name, severity), nil
	}
	return "", nil
}

// file returns the name of a file in the script. A file outside of the project has its absolute path.
func (x *exporter) file(path string) string {
	if rel, err := filepath.Rel(x.e.Project.Root, path); err == nil && filepath.IsLocal(rel) {
		path = filepath.ToSlash(rel)
	}
	return x.names.text(path)
}

// line returns a shell line in which the project's root is the working directory.
func (x *exporter) line(command string) string {
	root := x.e.Project.Root
	command = strings.ReplaceAll(command, root+"/", "")
	return x.names.text(strings.ReplaceAll(command, root, "."))
}
