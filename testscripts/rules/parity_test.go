package rules_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"witness"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/project"
	"witness/engine/sqltext"
	"witness/engine/store"
	"witness/internal/rqlited"
)

// seed selects some of the calls with which a rule is asked that are not of its own script.
var seed = flag.Uint64("seed", 1, "which calls of other scripts the comparison with rqlite asks a rule about")

// testParity checks that every rule and question of witness has the same rows in the store and on rqlite: on the facts of the
// scripts of all rules, with the parameters of the calls in the script of the rule, and of some others, which -seed selects.
func testParity(t *testing.T, stores *keeper) {
	if testing.Short() {
		t.Skip("rqlited takes a minute to build: run the tests without -short")
	}
	program, err := rqlited.Build(t.Context())
	if err != nil {
		t.Fatalf("%v; with -short nothing is tried with it", err)
	}
	all := stores.all(t)
	now, err := strconv.ParseInt(all.column(t, "SELECT max(at) FROM events")[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if err := all.db.Close(); err != nil {
		t.Fatal(err)
	}
	local, err := store.OpenReader(all.path, witness.Files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = local.Close() })
	servers, err := rqlited.Start(program, t.TempDir(), 1, rqlited.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(servers.Kill)
	url := servers.Nodes[0].URL
	image, err := os.ReadFile(all.path)
	if err != nil {
		t.Fatal(err)
	}
	post(t, url+"/db/load", "application/octet-stream", image)

	calls := callsOf(t, local)
	asked, said, silent := 0, 0, []string{}
	var question *bundle.File
	var answers []store.Args
	for _, f := range files(t) {
		var list []store.Args
		known := map[string]bool{}
		add := func(a store.Args) {
			text, err := json.Marshal(a)
			if err != nil {
				t.Fatal(err)
			}
			if !known[string(text)] { // many calls differ in what the file does not ask about
				known[string(text)] = true
				list = append(list, a)
			}
		}
		for i, a := range calls {
			nth := 400
			if f.Kind == bundle.Queries {
				nth = 200
			}
			if strings.HasPrefix(store.Text(a["session"]), f.Name+":") {
				nth = 1
			}
			if (i+int(*seed))%nth == 0 {
				add(parametersOf(local, f, a, now, false))
				add(parametersOf(local, f, a, now, true))
			}
		}
		n, err := compare(t, local, url, f, list)
		if err != nil {
			t.Error(err)
		}
		if f.Name == "failing" {
			question, answers = f, list
		}
		if asked += len(list); n > 0 {
			said++
		} else {
			silent = append(silent, f.Path)
		}
	}
	t.Logf("%d evaluations; of %d files these returned no row: %s", asked, said+len(silent), strings.Join(silent, " "))
	if said < 60 {
		t.Errorf("only %d files returned a row, which compares too little", said)
	}
	// A difference must be found.
	post(t, url+"/db/execute", "application/json", []byte(`["DELETE FROM failing"]`))
	if _, err := compare(t, local, url, question, answers); err == nil {
		t.Error("the server lacks a table, and no difference was found")
	}
}

// files returns all rules and questions of witness.
func files(t *testing.T) (list []*bundle.File) {
	t.Helper()
	dir := t.TempDir()
	rules, errs := eval.LoadRules(project.Sources(witness.Files, "", nil)[:1], project.LoadConfig(dir, dir, project.AsHooks))
	for _, err := range errs {
		t.Error(err)
	}
	for _, r := range rules {
		list = append(list, r.File)
	}
	for _, f := range (bundle.Loader{Sources: project.Sources(witness.Files, "", nil)[:1]}).Load(bundle.Queries) {
		if err := f.Parse(); err != nil {
			t.Error(err)
		}
		list = append(list, f)
	}
	return list
}

// callsOf returns the parameters of each call: the columns of its event, and of one of its files or commands, if it has any.
func callsOf(t *testing.T, db *store.DB) (list []store.Args) {
	t.Helper()
	add := func(columns []string, row []store.Value) error {
		a := store.Args{}
		for i, name := range columns {
			if a[name] == nil {
				a[name] = row[i]
			}
		}
		list = append(list, a)
		return nil
	}
	for _, query := range []string{
		"SELECT k.*, e.* FROM events e JOIN touches k ON k.session = e.session AND k.t = e.t ORDER BY e.session, e.t, e.moment, k.path, k.kind",
		"SELECT c.*, e.* FROM events e JOIN commands c ON c.session = e.session AND c.t = e.t ORDER BY e.session, e.t, e.moment, c.n",
		"SELECT e.* FROM events e ORDER BY e.session, e.t, e.moment",
	} {
		if err := db.Each(t.Context(), query, nil, add); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// parametersOf returns the parameters that a file names: those of a call, and what is asked of the repository, the clock
// and the options. With listed, those that list nothing or set no limit have a value: some rules say nothing until then.
func parametersOf(local *store.DB, f *bundle.File, call store.Args, now int64, listed bool) store.Args {
	path := store.Text(call["path"])
	known := store.Args{
		"now": now, "base": filepath.Base(path), "ext": filepath.Ext(path), "sets": "[]", "named": `["a.go"]`, "above": "[]",
		"guard":  `[{"does": "changes", "what": "/p/.witness.toml", "by": "rm", "of": "configuration"}]`,
		"branch": "main", "head": "8f0e2a", "default_branch": "main", "pushed": int64(0), "repository": "/p",
		"dirty": fmt.Sprintf(`[{"file": "a.go", "at": %d}]`, now/1000-5000),
		"destroys": `[{"path": "/etc", "file": "/etc", "does": "deletes", "whole": 1, "only": "", "some": 0, "made": 0, "place": "system"},
			{"path": "/p/a.go", "file": "a.go", "does": "deletes", "whole": 0, "only": "", "some": 0, "made": 0, "place": "project"},
			{"path": "/x/b", "file": "/x/b", "does": "deletes", "whole": 1, "only": "", "some": 0, "made": 0, "place": "other"}]`,
		"skips_hooks": "--no-verify", "lines_before": int64(200), "lines_after": int64(20),
		"awaited":  `[{"root": "/p", "tool": "go_test", "suite": "example.com/a", "test": "TestA"}]`,
		"detaches": `[{"of": "background", "what": "in the background", "name": "node"}]`,
		"loops":    `[{"of": "loop", "what": "in a loop", "name": "node"}]`, "loses": `[{"path": "/p/a.go", "does": "overwrites", "files": ["a.go"], "count": 1}]`,
		"via": "Makefile:3", "failed": "[]",
		"discards": `[{"how": "tree", "path": "", "deep": 1, "what": "files"}]`, "kills": `[{"by": "name", "what": "node"}, {"by": "machine", "what": ""}]`,
		"drops": `[{"what": "a table", "deed": "drops", "name": "t", "text": "DROP TABLE t"}]`, "executes": `[{"what": "code", "from": "x", "by": "curl", "host": "example.org"}]`, "cwd_repository": "/p",
		"stashes": fmt.Sprintf(`[{"at": %d, "branch": "main"}, {"at": %d, "branch": "side"}]`, now/1000, now/1000-5000),
	}
	maps.DeleteFunc(known, func(name string, _ any) bool { return store.Text(call[name]) != "" && name != "base" && name != "ext" })
	for name, option := range f.Options {
		switch v := eval.Bound(option); {
		case slices.Contains([]any{bundle.TakesRuns, bundle.TakesAnyRun, bundle.TakesEachFile}, f.Takes[name]):
			known[name] = `[{"text": "a.go", "at": [[1, 1]], "files": ["/p/a.go"]}]`
		case listed && v == "[]":
			known[name] = `["a.go", "*.go", "*", "edit", "run"]`
		case listed && v == int64(0):
			known[name] = int64(3)
		default:
			known[name] = v
		}
	}
	a := store.Args{}
	for _, p := range sqltext.Parameters(local.WithViews(f.Statement())) { // also those of the call that only its views name
		name := p[1:]
		value, ok := known[name]
		if !ok {
			value = call[name]
		}
		a[name] = value
	}
	return a
}

// compare evaluates a file here and on the server, and returns the number of rows. It is an error if they differ.
func compare(t *testing.T, local *store.DB, url string, f *bundle.File, list []store.Args) (rows int, err error) {
	t.Helper()
	query := local.WithViews("SELECT * FROM (\n" + f.Statement() + "\n)")
	for chunk := range slices.Chunk(list, 50) {
		var body []any
		for _, a := range chunk {
			body = append(body, []any{query, a})
		}
		text, err := json.Marshal(body)
		if err != nil {
			return rows, err
		}
		var reply struct {
			Results []struct {
				Values [][]any
				Error  string
			}
			Error string
		}
		decoder := json.NewDecoder(bytes.NewReader(post(t, url+"/db/query?level=none&noparse", "application/json", text)))
		decoder.UseNumber()
		if err := decoder.Decode(&reply); err != nil || reply.Error != "" || len(reply.Results) != len(chunk) {
			return rows, fmt.Errorf("%s: %v %s, %d answers of %d", f.Path, err, reply.Error, len(reply.Results), len(chunk))
		}
		for i, a := range chunk {
			if reply.Results[i].Error != "" {
				return rows, fmt.Errorf("%s on rqlite: %s", f.Path, reply.Results[i].Error)
			}
			var here, there []string
			if err := local.Each(t.Context(), query, a, func(_ []string, row []store.Value) error {
				values := make([]any, len(row))
				for i, v := range row {
					values[i] = v
				}
				here = append(here, rowText(values))
				return nil
			}); err != nil {
				return rows, fmt.Errorf("%s: %w", f.Path, err)
			}
			for _, row := range reply.Results[i].Values {
				there = append(there, rowText(row))
			}
			if !slices.Equal(here, there) {
				return rows, fmt.Errorf("%s with %v:\n  here:  %s\n  there: %s", f.Path, a, strings.Join(here, "; "), strings.Join(there, "; "))
			}
			rows += len(here)
		}
	}
	return rows, nil
}

// rowText returns the values of a row as one text. JSON does not tell 1.0 from 1.
func rowText(row []any) string {
	var words []string
	for _, v := range row {
		switch v := v.(type) {
		case float64:
			words = append(words, strconv.FormatFloat(v, 'g', -1, 64))
		case json.Number:
			if n, err := v.Float64(); err == nil && strings.ContainsAny(v.String(), ".e") {
				words = append(words, strconv.FormatFloat(n, 'g', -1, 64))
				continue
			}
			words = append(words, v.String())
		case nil:
			words = append(words, "NULL")
		default:
			words = append(words, fmt.Sprintf("%v", v))
		}
	}
	return strings.Join(words, " | ")
}

// post sends a request to a server and returns the answer.
func post(t *testing.T, url, kind string, body []byte) []byte {
	t.Helper()
	answer, err := http.Post(url, kind, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v %s", url, answer.StatusCode, err, text)
	}
	return text
}
