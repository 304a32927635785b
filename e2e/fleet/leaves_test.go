package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"witness/engine/project"
	"witness/internal/rows"
)

// A recorder is a proxy before a server that keeps what passes to it.
type recorder struct {
	url string

	mu     sync.Mutex
	bodies []string
}

// newRecorder starts a recorder before a server.
func newRecorder(t *testing.T, server string) *recorder {
	t.Helper()
	target, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{}
	proxy := httputil.NewSingleHostReverseProxy(target)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		request.Body = io.NopCloser(bytes.NewReader(body))
		r.mu.Lock()
		r.bodies = append(r.bodies, string(body))
		r.mu.Unlock()
		proxy.ServeHTTP(w, request)
	}))
	t.Cleanup(front.Close)
	r.url = front.URL
	return r
}

// sharing reads the table and the columns of a statement that shares facts.
var sharing = regexp.MustCompile(`^INSERT INTO fleet_(touches|runs|tests|verdicts) \(repo, (.*?)\) SELECT`)

// taken returns the facts that passed since the last call, one text for each, and the other texts among the parameters.
func (r *recorder) taken(t *testing.T) (facts, others []string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, body := range r.bodies {
		var statements [][]json.RawMessage
		if err := json.Unmarshal([]byte(body), &statements); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		for _, s := range statements {
			var sql string
			values := map[string]any{}
			err := json.Unmarshal(s[0], &sql)
			if err == nil && len(s) > 1 {
				err = json.Unmarshal(s[1], &values)
			}
			if err != nil {
				t.Fatal(err)
			}
			m := sharing.FindStringSubmatch(sql)
			if m != nil {
				var table [][]any
				if err := json.Unmarshal([]byte(values["rows"].(string)), &table); err != nil {
					t.Fatal(err)
				}
				for _, row := range table {
					fact := map[string]any{"fact": m[1]}
					for i, name := range strings.Split(strings.ReplaceAll(m[2], `"`, ""), ", ") {
						fact[name] = row[i]
					}
					facts = append(facts, factText(t, fact))
				}
				delete(values, "rows")
			}
			for _, v := range values {
				if text, ok := v.(string); ok && text != "" {
					others = append(others, text)
				}
			}
		}
	}
	r.bodies = nil
	slices.Sort(facts)
	return slices.Compact(facts), others
}

// factText returns a fact as one text, without its time, from which the difference between the clocks is taken off.
func factText(t *testing.T, fact map[string]any) string {
	t.Helper()
	delete(fact, "at")
	text, err := json.Marshal(fact)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLeaves compares what passes to the server with what `witness sync --dry-run` printed before: they are the same, and nothing of what
// was typed, printed, written or set is in it. It is so for each value of share, and after somebody voted.
func TestLeaves(t *testing.T) {
	c := newCluster(t, 1)
	r := newRecorder(t, c.Nodes[0].URL)
	for _, share := range append(slices.Clone(project.Shares), "") {
		t.Run(share, func(t *testing.T) {
			m := newMachine(t, c, "m1")
			setting := ""
			if share != "" {
				setting = fmt.Sprintf("share = %q\n", share)
			}
			write(t, filepath.Join(filepath.Dir(m.clone), "system.toml"), fmt.Sprintf("[fleet]\nurl = %q\nmachine = \"m1\"\ninterval = \"1h\"\n%s", r.url, setting))
			write(t, filepath.Join(m.clone, "MARK-red.txt"), "--- FAIL: TestSum (0.00s)\n    a_test.go:3: MARK got 1\nFAIL\nFAIL\texample.com/a\t0.003s\nFAIL\n")
			m.env = append(m.env, "SECRET=MARK-environment")
			m.run("witness", "fleet", "init")
			stamp := strings.TrimSpace(m.run("witness", "db", "path")) + "-sync"
			write(t, stamp, "") // hooks start no exchange of their own
			m.run("did", "edit", "a.go")
			m.run("did", "write", filepath.Join(filepath.Dir(m.clone), "MARK-outside.go"))
			m.run("did", "run", "-exit", "1", "KEY=MARK go test -run MARK ./...", "MARK-red.txt")
			m.run("did", "run", "echo MARK | tee /tmp/MARK", "MARK-red.txt")
			_ = m.command("will", "run", "git commit -m MARK").Run() // a rule objects
			r.taken(t)
			total := compareLeaving(t, m, r, share)
			switch {
			case share == "" && total < 4:
				t.Errorf("only %d facts left", total)
			case total == 0:
				t.Error("no fact left")
			}
			if total := compareLeaving(t, m, r, share); total != 0 && share != "verdicts" {
				t.Errorf("%d facts left twice", total)
			}
			db := m.open()
			if _, err := db.Exec(t.Context(), rows.Complete("INSERT INTO votes (session, t, rule, subject, moment, at, vote) SELECT session, t, rule, subject, moment, at, 'wrong' FROM verdicts")); err != nil {
				t.Fatal(err)
			}
			if total := compareLeaving(t, m, r, share); (total == 0) == (share == "" || share == "verdicts") {
				t.Errorf("after a vote %d facts left", total)
			}
		})
	}
}

// compareLeaving lets a machine exchange facts, compares what leaves it with what it said before, and returns the number of facts.
func compareLeaving(t *testing.T, m *machine, r *recorder, share string) int {
	t.Helper()
	c := m.command("witness", "sync", "--dry-run")
	said, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(said)) {
		fact := map[string]any{}
		if err := json.Unmarshal([]byte(line), &fact); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if fact["fact"] == "repository" || fact["fact"] == "member" {
			continue
		}
		if share != "" && fact["fact"] != share {
			t.Errorf("share = %q, and this would leave: %s", share, line)
		}
		want = append(want, factText(t, fact))
	}
	slices.Sort(want)
	m.run("witness", "sync")
	got, others := r.taken(t)
	if !slices.Equal(got, want) {
		t.Errorf("left:\n%s\nbut it said:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, text := range others {
		if text != "keep/" && !strings.Contains(string(said), `"`+text+`"`) {
			t.Errorf("%q left, and it did not say so", text)
		}
	}
	home := filepath.Dir(m.clone)
	for _, text := range append(others, got...) {
		if strings.Contains(text, "MARK") || strings.Contains(text, home) {
			t.Errorf("this must not leave: %s", text)
		}
	}
	return len(got)
}
