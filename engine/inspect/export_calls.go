package inspect

import (
	"encoding/json"
	"fmt"
	"strings"

	"witness/engine/hook"
	"witness/engine/store"
)

// A pastCall is one call of a session, or a moment of another kind.
type pastCall struct {
	t                                          int64
	moment, actor, tool, command, cwd, outcome string
	exit                                       store.Value
}

// calls writes the calls of the session up to that of the verdict, and the line that fails as long as
// the rule says the same.
func (x *exporter) calls() error {
	var calls []pastCall
	// A call that has ended is replayed by its end; one that was refused, and the call of the verdict, by its beginning.
	err := x.e.DB.Each(x.ctx, `
		SELECT t, moment, actor, tool, command, cwd, outcome, exit
		FROM   events e
		WHERE  session = :session AND t <= :t
		  AND  (t = :t AND moment = :moment
		        OR t < :t AND (moment <> 'before' OR NOT EXISTS (SELECT 1 FROM events a WHERE a.session = e.session AND a.t = e.t AND a.moment = 'after')))
		ORDER  BY t, moment`, store.Args{"session": x.v.session, "t": x.v.t, "moment": x.v.moment}, func(_ []string, row []store.Value) error {
		c := pastCall{exit: row[7]}
		c.t, _ = row[0].(int64)
		for i, field := range []*string{&c.moment, &c.actor, &c.tool, &c.command, &c.cwd, &c.outcome} {
			*field = store.Text(row[1+i])
		}
		calls = append(calls, c)
		return nil
	})
	if err != nil {
		return err
	}
	for i, c := range calls {
		if i == len(calls)-1 {
			x.steps.WriteString("\n# What was said of this call was wrong.\n")
		}
		if err := x.call(c); err != nil {
			return err
		}
	}
	if x.v.moment == hook.After {
		fmt.Fprintf(&x.steps, "witness query verdicts --format csv\n! stdout ',after,[a-z]+,,%s,'\n", x.v.rule)
	} else {
		fmt.Fprintf(&x.steps, "! stdout '^(warn|ask|block) %s: '\n", x.v.rule)
	}
	return nil
}

// call writes one call.
func (x *exporter) call(c pastCall) error {
	word := "did"
	if c.moment == hook.Before || c.t == x.v.t && c.moment != hook.After {
		word = "will"
	}
	if c.actor != "" {
		word += " -as " + x.names.text(c.actor)
	}
	if dir := x.file(c.cwd); c.cwd != "" && dir != "." && !strings.HasPrefix(dir, "/") {
		word += " -in " + dir
		x.files[dir+"/.keep"] = ""
	}
	if c.outcome == hook.Failed && c.exit == nil {
		word += " -failed"
	}
	if exit, ok := c.exit.(int64); ok && c.moment == hook.After {
		word += fmt.Sprint(" -exit ", exit)
	}
	touched, err := x.touched(c.t)
	if err != nil {
		return err
	}
	switch {
	case c.tool == hook.Run && c.command != "":
		output, err := x.output(c.t)
		if err != nil {
			return err
		}
		line := x.line(strings.TrimSuffix(c.command, "\n"))
		if strings.Contains(line, "\n") {
			name := fmt.Sprintf("command%d.txt", c.t)
			x.files[name] = line + "\n"
			line = "@" + name
		} else {
			line = "'" + strings.ReplaceAll(line, "'", "''") + "'"
		}
		fmt.Fprintf(&x.steps, "%s run %s%s\n", word, line, output)
	case c.tool != "":
		if len(touched) == 0 && c.t == x.v.t && x.v.subject != "" {
			// What a call that was not made would have touched is known from the verdict alone.
			if err := x.announced(c.tool, touched); err != nil {
				return err
			}
		}
		for _, kind := range []string{hook.Read, hook.Edit, hook.Write, hook.Delete} {
			if len(touched[kind]) > 0 {
				fmt.Fprintf(&x.steps, "%s %s %s\n", word, kind, strings.Join(touched[kind], " "))
			}
		}
	case c.moment == hook.Start || c.moment == hook.Prompt || c.moment == hook.Stop || c.moment == hook.Compact || c.moment == hook.End:
		fmt.Fprintf(&x.steps, "%s %s\n", word, c.moment)
	}
	return nil
}

// touched returns the files that the tool of a call named, by kind. Files that existed are added to the
// archive, also those that a command touched. What a call changes comes first: it may read what it has made.
func (x *exporter) touched(t int64) (map[string][]string, error) {
	list := map[string][]string{}
	err := x.e.DB.Each(x.ctx, `
		SELECT kind, path, via, iif(kind IN ('read', 'scan'), outcome = 'ok', on_disk)
		FROM   touches
		WHERE  session = :session AND t = :t AND actor <> '*'
		ORDER  BY kind IN ('read', 'scan'), path, kind`,
		store.Args{"session": x.v.session, "t": t}, func(_ []string, row []store.Value) error {
			kind, name := store.Text(row[0]), x.file(store.Text(row[1]))
			if row[3] == int64(1) && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "../") && !x.new[name] {
				x.files[name] = "x\n"
			} else {
				x.new[name] = true
			}
			if store.Text(row[2]) == "tool" {
				list[kind] = append(list[kind], quoted(name))
			}
			return nil
		})
	return list, err
}

// announced adds the file that the verdict is about, which existed if it was to be edited, or if the
// session saw it.
func (x *exporter) announced(tool string, touched map[string][]string) error {
	seen, err := x.e.DB.Int(x.ctx, "SELECT count(*) FROM looks WHERE session = :p1 AND path = :p2 AND size >= 0", x.v.session, x.v.path())
	name := x.file(x.v.path())
	if (seen > 0 || tool == hook.Edit) && !x.new[name] && !strings.HasPrefix(name, "/") {
		x.files[name] = "x\n"
	}
	touched[tool] = []string{quoted(name)}
	return err
}

// quoted quotes a file's name for a script, if necessary.
func quoted(name string) string {
	if !strings.ContainsAny(name, " '$#") {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'"
}

// output returns the name of a file with the facts of a call's runs, in place of its output.
func (x *exporter) output(t int64) (string, error) {
	var b strings.Builder
	tool := ""
	add := func(fact map[string]any) error {
		for name, value := range fact {
			if value == nil {
				delete(fact, name)
			}
		}
		line, err := json.Marshal(fact)
		b.WriteString(string(line) + "\n")
		return err
	}
	text := func(v store.Value) any {
		if s := store.Text(v); s != "" {
			return x.names.text(strings.ReplaceAll(s, x.e.Project.Root+"/", ""))
		}
		return nil
	}
	a := store.Args{"session": x.v.session, "t": t}
	err := x.e.DB.Each(x.ctx, "SELECT tool, passed, failed, skipped, ended, how FROM runs WHERE session = :session AND t = :t AND n = 0 AND kind = 'test' AND how <> 'exit'", a,
		func(_ []string, row []store.Value) error {
			tool = store.Text(row[0])
			return add(map[string]any{"passed": row[1], "failed": row[2], "skipped": row[3], "ended": row[4], "how": row[5]})
		})
	if err != nil || tool == "" {
		return "", err
	}
	summary := b.String()
	b.Reset()
	err = x.e.DB.Each(x.ctx, x.e.DB.WithViews("SELECT test, suite, outcome, message, file, line FROM outcomes WHERE session = :session AND t = :t AND n = 0 ORDER BY outcome, suite, test"), a,
		func(_ []string, row []store.Value) error {
			fact := map[string]any{"test": x.names.text(store.Text(row[0])), "suite": text(row[1]), "outcome": row[2], "message": text(row[3]), "file": text(row[4]), "line": row[5]}
			return add(fact)
		})
	x.readers[tool] = true
	name := fmt.Sprintf("run%d.txt", t)
	x.files[name] = "facts of " + tool + "\n" + b.String() + summary
	return " " + name, err
}
