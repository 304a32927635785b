package eval

import (
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/project"
	"witness/engine/sqltext"
	"witness/engine/store"
	"witness/internal/testfiles"
)

// TestOwnRulesNeedWhatTheySay checks for each of witness's own rules what FuzzRequired checks for any statement, on a store and
// with parameters that are made of the words of the rule and of its views. Many of them return rows with these, if nothing is missing.
func TestOwnRulesNeedWhatTheySay(t *testing.T) {
	assets := os.DirFS(testfiles.Root(t))
	db, err := store.OpenMemory(t.Context(), assets)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rules, errs := LoadRules([]bundle.Source{{Origin: "embedded", FS: assets}}, &project.Config{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	columns := columnsOf(t, db)
	views := map[string]string{}
	for _, view := range db.Views() {
		views[view.Name] = view.Body
	}
	speaking, without := 0, 0
	for _, r := range rules {
		s := ownStatement{t: t, db: db, rule: r, Rand: rand.New(rand.NewPCG(7, uint64(len(r.Text))))}
		s.findWords(views)
		speaks := false
		for round := range 21 {
			if round%3 == 0 {
				s.fill(columns)
			}
			args := s.args()
			found := s.returnsRow(args)
			speaks = speaks || found
			if r.Precondition != "" && !s.holds(r.Precondition, args) {
				without++
				if found {
					t.Fatalf("%s returns a row although its precondition does not hold: %s", r.Path, r.Precondition)
				}
			}
			for _, need := range r.Needs {
				if isParameter(need) {
					s.without(need, args)
				} else {
					s.withoutRows(need, args)
				}
				without++
			}
		}
		if speaks {
			speaking++
		}
	}
	t.Logf("%d of %d rules return a row; %d times something was missing", speaking, len(rules), without)
	if speaking < len(rules)/5 {
		t.Errorf("only %d of %d rules return a row", speaking, len(rules))
	}
}

// An ownStatement is the statement of one of witness's own rules.
type ownStatement struct {
	*rand.Rand
	t     *testing.T
	db    *store.DB
	rule  *Rule
	names map[string]bool // in it and its views
	words []string        // the texts in them, as far as they are one word
}

var oneWord = regexp.MustCompile(`^'([\w.-]*)'$`)

// findWords sets s.names and s.words.
func (s *ownStatement) findWords(views map[string]string) {
	s.words, s.names = []string{"", "s", "r", "a"}, map[string]bool{}
	for texts := []string{s.rule.Statement()}; len(texts) > 0; texts = texts[1:] {
		for token := range sqltext.Tokens(texts[0]) {
			name := token.Name()
			if body := views[name]; body != "" && !s.names[name] {
				texts = append(texts, body)
			}
			s.names[name] = true
			if m := oneWord.FindStringSubmatch(token.Text); m != nil && !slices.Contains(s.words, m[1]) {
				s.words = append(s.words, m[1])
			}
		}
	}
}

func (s *ownStatement) word() string { return s.words[s.IntN(len(s.words))] }

// A column is one of a table.
type column struct {
	table, name string
	isText      bool
}

// columnsOf returns the columns of a store's tables, in order.
func columnsOf(t *testing.T, db *store.DB) (list []column) {
	query := "SELECT m.name, p.name, p.type FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1, p.cid"
	err := db.Each(t.Context(), query, nil, func(_ []string, row []store.Value) error {
		list = append(list, column{store.Text(row[0]), store.Text(row[1]), store.Text(row[2]) == "TEXT"})
		return nil
	})
	if err != nil || len(list) < 100 {
		t.Fatalf("%d columns: %v", len(list), err)
	}
	return list
}

// fill gives each table some rows.
func (s *ownStatement) fill(columns []column) {
	rows := map[string][]string{}
	for _, c := range columns {
		if !s.names[c.table] {
			continue
		}
		if rows[c.table] == nil {
			rows[c.table] = make([]string, 6)
		}
		for i := range rows[c.table] {
			value := strconv.Itoa(s.IntN(6))
			switch {
			case c.name == "session":
				value = "'s'"
			case c.name == "root" && s.IntN(4) > 0:
				value = "'r'"
			case c.isText && s.IntN(2) == 0:
				value = "'a'"
			case c.isText:
				value = "'" + s.word() + "'"
			}
			rows[c.table][i] += ", " + value
		}
	}
	for table, list := range rows {
		s.exec("DELETE FROM " + table)
		for _, values := range list {
			s.exec("INSERT OR IGNORE INTO " + table + " VALUES (" + values[2:] + ")")
		}
	}
}

func (s *ownStatement) exec(statement string, values ...any) {
	if _, err := s.db.Exec(s.t.Context(), statement, values...); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
}

// args returns parameters for the statement. The objects of a list have each word as a field.
func (s *ownStatement) args() store.Args {
	a := facts.Command{}.Params(0, facts.Touch{}.Params((&facts.Call{}).Params()))
	for _, name := range slices.Concat(CallParameters(), []string{"chosen"}) {
		if _, known := a[name]; !known {
			a[name] = ""
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		a[name] = s.value(a[name])
	}
	for _, name := range slices.Sorted(maps.Keys(s.rule.Options)) {
		if a[name] = Bound(s.rule.Options[name]); a[name] == "[]" || s.IntN(2) == 0 {
			a[name] = s.value(a[name])
		}
	}
	for _, name := range facts.Asked {
		if s.IntN(2) == 0 {
			a[name] = s.value("[]")
		}
	}
	a["session"], a["root"], a["t"] = "s", "r", 5
	return a
}

// value returns a value like another.
func (s *ownStatement) value(like any) any {
	switch like := store.SQLValue(like).(type) {
	case string:
		if strings.HasPrefix(like, "[") {
			if s.IntN(3) == 0 {
				return store.JSONList([]string{s.word(), s.word()})
			}
			fields := map[string]any{}
			for _, word := range s.words {
				fields[word] = []any{s.word(), "a", "", 1, 0}[s.IntN(5)]
			}
			return store.JSONList([]any{fields})
		}
		return s.word()
	case int64:
		return int64(s.IntN(6))
	}
	return nil
}

// returnsRow reports whether the statement returns a row. One with a list that it cannot read does not.
func (s *ownStatement) returnsRow(args store.Args) (found bool) {
	_ = s.db.Sandbox(bundle.Rules).Each(s.t.Context(), s.rule.Statement(), args, func([]string, []store.Value) error {
		found = true
		return ErrEnough
	})
	return found
}

// holds reports whether a condition holds.
func (s *ownStatement) holds(condition string, args store.Args) (holds bool) {
	err := s.db.Each(s.t.Context(), "SELECT 1 WHERE "+condition, args, func([]string, []store.Value) error {
		holds = true
		return nil
	})
	return holds || err != nil // a list that it cannot read
}

// without checks that there is no row with a parameter that is not as a rule needs it.
func (s *ownStatement) without(need string, args store.Args) {
	name, condition := parameterOf(need)
	was := args[name]
	defer func() { args[name] = was }()
	text := strings.TrimLeft(condition, "<>=")
	for _, args[name] = range []any{0, 1, -1, "", "[]", text, "other"} {
		if !satisfies(need, args[name]) && s.returnsRow(args) {
			s.t.Fatalf("%s needs %s, and returns a row with %v", s.rule.Path, need, args[name])
		}
	}
}

// withoutRows checks that there is no row without the rows that a rule needs. Others and Shrinks are the condition :others and :shrinks.
func (s *ownStatement) withoutRows(need string, args store.Args) {
	if need == bundle.Others || need == bundle.Shrinks {
		s.without(":"+need, args)
		return
	}
	table, what, _ := strings.Cut(need, ".")
	where := map[string]string{"": "1", "call": "t = 5", "program": "root = 'r' AND program = ?", "denied": "outcome = 'denied'", "forbidden": "kind = 'forbidden'", "plan": "kind = 'plan'"}[what]
	if where == "" {
		where = what + " > 0"
	}
	s.exec("SAVEPOINT emptied")
	defer s.exec("ROLLBACK TO emptied")
	s.exec("DELETE FROM "+table+" WHERE "+where, []any{args["program"]}[:strings.Count(where, "?")]...)
	if s.returnsRow(args) {
		s.t.Fatalf("%s needs %s, and returns a row without", s.rule.Path, need)
	}
}
