package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// bring brings what is new on the server, in batches, and notes after each how far it came.
func (s *Syncer) bring(ctx context.Context, done *Result) error {
	pulled := map[string]int64{}
	if text := s.state[keyPulled]; text != "" {
		if err := json.Unmarshal([]byte(text), &pulled); err != nil {
			return err
		}
	}
	local, err := localColumns(ctx, s.DB, s.server)
	if err != nil {
		return err
	}
	for {
		if late(ctx) {
			done.Left = true
			return nil
		}
		full, n, err := s.bringBatch(ctx, local, pulled)
		if err != nil {
			return err
		}
		done.Brought += n
		if !full || s.Once {
			done.Left = done.Left || full
			return nil
		}
	}
}

// localColumns returns the columns of each kind of fact that both the store and the server have.
func localColumns(ctx context.Context, db *store.DB, server serverState) (map[string][]string, error) {
	list := map[string][]string{}
	for _, kind := range project.Shares {
		columns, err := columnsOf(ctx, db, kind)
		if err != nil {
			return nil, err
		}
		for _, c := range columns {
			if slices.Contains(server.columns[kind], c.name) {
				list[kind] = append(list[kind], c.name)
			}
		}
	}
	return list, nil
}

// maxLooks is how many rows the server looks at for one statement at most.
const maxLooks = 20_000

// bringBatch brings at most maxRows facts of each kind. The server looks at no more than maxLooks rows for them, so that no request
// takes longer than requestTime: a member that was away for a month passes millions of rows that are too old or its own. full is
// whether there are more.
func (s *Syncer) bringBatch(ctx context.Context, local map[string][]string, pulled map[string]int64) (full bool, n int, err error) {
	var kinds []string
	var ask []statement
	for _, kind := range project.Shares {
		if len(local[kind]) == 0 {
			continue // an older server has no such facts
		}
		kinds = append(kinds, kind)
		through := fmt.Sprintf("(SELECT coalesce(max(seq), :seq) FROM (SELECT seq FROM fleet_%s WHERE repo = :repo AND seq > :seq ORDER BY seq LIMIT %d))", kind, maxLooks)
		values := map[string]any{"repo": s.repo, "seq": pulled[kind]}
		// The end is read first: a fact that arrives in between comes with the next batch.
		ask = append(ask, statement{"SELECT coalesce(max(seq), 0), " + through + " FROM fleet_" + kind + " WHERE repo = :repo", values})
		values = map[string]any{"repo": s.repo, "member": s.state[keyMember], "seq": pulled[kind], "since": s.since() + s.server.offset}
		ask = append(ask, statement{fmt.Sprintf("SELECT seq, %s FROM fleet_%s WHERE repo = :repo AND seq > :seq AND seq <= %s AND member <> :member AND at >= :since ORDER BY seq LIMIT %d", quoted(local[kind]), kind, through, maxRows), values})
	}
	results, err := s.client.query(ctx, ask...)
	if err != nil {
		return false, 0, err
	}
	if len(results) != len(ask) {
		return false, 0, fmt.Errorf("the server answered %d of %d questions", len(results), len(ask))
	}
	err = s.DB.Transact(ctx, store.LockWait, func() error {
		for i, kind := range kinds {
			end, through, rows := results[2*i].int(0), results[2*i].int(1), results[2*i+1].Values
			if end < pulled[kind] {
				pulled[kind] = 0 // the server was put back to an earlier time
				full = true
				continue
			}
			n += len(rows)
			if len(rows) == maxRows {
				through = 0
			}
			for _, row := range rows {
				through = max(through, number(row[0]))
			}
			pulled[kind] = through
			full = full || through < end
			if err := add(ctx, s.DB, kind, local[kind], rows, s.server.offset); err != nil {
				return err
			}
		}
		text, err := json.Marshal(pulled)
		if err != nil {
			return err
		}
		return s.set(ctx, map[string]string{keyPulled: string(text)})
	})
	return full, n, err
}

// since returns the time from which facts of others are kept here, in milliseconds since 1970; 0 keeps all.
func (s *Syncer) since() int64 {
	if s.Config.Keep == 0 {
		return 0
	}
	return s.Clock() - s.Config.Keep.Milliseconds()
}

// add adds facts of others to a store. Their first column is seq; offset is how far the clock of the server is ahead.
func add(ctx context.Context, db *store.DB, kind string, columns []string, rows [][]any, offset int64) error {
	if len(rows) == 0 {
		return nil
	}
	if err := db.JoinFleet(ctx); err != nil {
		return err
	}
	at := slices.Index(columns, "at")
	values := make([]string, len(columns))
	for i := range columns {
		values[i] = fmt.Sprintf("value ->> %d", i)
	}
	list := make([][]any, len(rows))
	for i, row := range rows {
		list[i] = slices.Clone(row[1:])
		for j, v := range list[i] {
			if text, ok := v.(string); ok {
				list[i][j] = brought(columns[j], text)
			}
		}
		list[i][at] = number(list[i][at]) - offset
	}
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, "INSERT OR REPLACE INTO fleet_"+kind+" ("+quoted(columns)+") SELECT "+strings.Join(values, ", ")+" FROM json_each(?1)", string(data))
	return err
}

// brought returns what is kept of a text of another member. Messages of rules quote it, so that it is one line without tags, and what is
// a name can be no sentence: letters, digits and _.@/:-, at most 40 of them, and a branch has no blank.
func brought(column, text string) string {
	text = hook.Sanitize(text)
	switch column {
	case "agent", "user", "machine":
		return hook.Truncate(strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.@/:-", r) {
				return r
			}
			return '-'
		}, text), 40)
	case "branch":
		return hook.Truncate(strings.ReplaceAll(text, " ", "-"), 100)
	}
	return text
}

// quoted returns the names of columns for a statement.
func quoted(columns []string) string {
	list := make([]string, len(columns))
	for i, name := range columns {
		list[i] = store.QuoteName(name)
	}
	return strings.Join(list, ", ")
}

// text returns a value of an answer as text.
func text(v any) string {
	s, _ := v.(string)
	return s
}

// number returns a value of a row or an answer as a number, 0 if it is none.
func number(v any) int64 {
	switch v := v.(type) {
	case json.Number:
		n, _ := v.Int64()
		return n
	case int64:
		return v
	}
	return 0
}

// integer returns a value of fleet_state as a number, 0 if it is not set.
func integer(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// randomName returns a name that no other store or fleet has.
func randomName() string {
	b := make([]byte, 8)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}
