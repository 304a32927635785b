package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/eval"
	"witness/engine/store"
)

// ShellParameters returns the parameters of a verdict's rule as lines for the shell sqlite3: those of the call, of the
// file or command that the verdict is about, and the options. What was asked of the repository is not known any more.
func ShellParameters(ctx context.Context, e *engine.Engine, id string) (string, error) {
	given, err := verdicts(ctx, e, id, all)
	if err != nil {
		return "", err
	}
	if len(given) == 0 {
		return "", errors.New("there are no verdicts in this project yet")
	}
	v := given[0]
	a := store.Args{"now": v.at}
	key := store.Args{"session": v.session, "t": v.t, "moment": v.moment, "subject": v.subject}
	for _, row := range []string{
		"SELECT * FROM events WHERE session = :session AND t = :t AND moment = :moment",
		"SELECT * FROM commands WHERE session = :session AND t = :t AND text = :subject ORDER BY n LIMIT 1",
	} {
		if err := e.DB.Each(ctx, row, key, func(columns []string, row []store.Value) error {
			for i, column := range columns {
				a[column] = row[i]
			}
			return nil
		}); err != nil {
			return "", err
		}
	}
	var evidence struct{ Options, File map[string]any }
	decoder := json.NewDecoder(strings.NewReader(v.evidence))
	decoder.UseNumber()
	if err := decoder.Decode(&evidence); err != nil {
		return "", fmt.Errorf("the evidence of verdict %s cannot be read: %w", v.id, err)
	}
	maps.Copy(a, evidence.File)
	for name, option := range evidence.Options {
		a[name] = eval.Bound(option)
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if literal := shellLiteral(a[name]); literal != "" {
			fmt.Fprintf(&b, ".parameter set :%s %s\n", name, literal)
		}
	}
	return b.String(), nil
}

// shellLiteral returns a value as an argument of .parameter set, "" for NULL. The shell takes backslashes out of what
// stands in double quotes, and evaluates the rest as SQL.
func shellLiteral(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return `"'` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "'", "''").Replace(v) + `'"`
	case bool:
		return map[bool]string{true: "1", false: "0"}[v]
	default:
		return fmt.Sprint(v)
	}
}
