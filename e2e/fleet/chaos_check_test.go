package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"witness"
	"witness/engine/fleet"
	"witness/engine/project"
	"witness/engine/store"
)

// settle exchanges all that is left: each machine sends, then each brings.
func (w *chaos) settle(t *testing.T) {
	t.Helper()
	begun := time.Now()
	var sent, brought int
	for round := range 2 {
		for _, one := range w.workers {
			db := one.open()
			done := w.exchangeAtLast(t, one, db, begun.Add(2*time.Minute))
			if sent, brought = sent+done.Sent, brought+done.Brought; round == 1 && done.Sent > 0 {
				t.Errorf("%s still had %d facts to share", one.config.Machine, done.Sent)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("in the end %d facts were left to share and %d to bring, which took %v", sent, brought, time.Since(begun).Round(time.Millisecond))
}

// exchangeAtLast exchanges facts as a machine does whose exchanges fail: it tries again, until the servers have agreed on a leader after the
// last of the faults.
func (w *chaos) exchangeAtLast(t *testing.T, one *worker, db *store.DB, end time.Time) (all fleet.Result) {
	t.Helper()
	for ; ; time.Sleep(20 * time.Millisecond) {
		done, err := one.tryExchange(db)
		all.Sent, all.Brought = all.Sent+done.Sent, all.Brought+done.Brought
		if err == nil {
			return all
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// uids returns the names of facts, by kind.
type uids map[string][]string

// check compares what each store has of the others with what these would share now, and with what their agents did.
func (w *chaos) check(t *testing.T) {
	t.Helper()
	own := map[string]uids{} // by machine
	for _, one := range w.workers {
		own[one.config.Machine] = one.facts(t)
	}
	total, end := 0, time.Now().Add(20*time.Second)
	for i, node := range w.cluster.Nodes {
		for _, kind := range project.Shares {
			var want []string
			for _, facts := range own {
				want = append(want, facts[kind]...)
			}
			if slices.Sort(want); i == 0 {
				total += len(want)
			}
			same(t, fmt.Sprintf("server %d, %s", i+1, kind), rowsOfServer(t, node.URL, "SELECT uid FROM fleet_"+kind+" ORDER BY uid", len(want), end), want)
		}
	}
	for _, one := range w.workers {
		db := one.open()
		for _, kind := range project.Shares {
			var want []string
			for machine, facts := range own {
				if machine != one.config.Machine {
					want = append(want, facts[kind]...)
				}
			}
			slices.Sort(want)
			same(t, one.config.Machine+", "+kind, texts(t, db, "SELECT uid FROM fleet_"+kind+" ORDER BY uid"), want)
		}
		for _, other := range w.workers {
			if other != one {
				one.checkEdits(t, db, other, w.wrong)
			}
		}
	}
	t.Logf("%d facts, each once on all servers and on all other machines", total)
	leader, err := w.cluster.Leader()
	if err != nil {
		t.Fatal(err)
	}
	w.network.again(t, leader.URL, w.random)
	for _, one := range w.workers {
		if done := one.exchange(one.open()); done.Brought > 0 || done.Sent > 0 {
			t.Errorf("after all %d writes were sent again in another order, %s sent %d facts and brought %d", len(w.network.writes), one.config.Machine, done.Sent, done.Brought)
		}
	}
}

// facts returns all that the machine shares: what an exchange would send that begins from nothing.
func (w *worker) facts(t *testing.T) uids {
	t.Helper()
	list := uids{}
	db := w.open()
	defer db.Close()
	putBack := errors.New("the table is put back")
	err := db.Transact(t.Context(), store.LockWait, func() error {
		if _, err := db.Exec(t.Context(), "DELETE FROM fleet_sent"); err != nil {
			return err
		}
		s := &fleet.Syncer{DB: db, Assets: witness.Files, Root: w.clone, Config: w.config, Clock: w.now}
		err := s.Pending(t.Context(), func(kind string, row map[string]any) error {
			list[kind] = append(list[kind], row["uid"].(string))
			return nil
		})
		if err == nil {
			err = putBack
		}
		return err
	})
	if !errors.Is(err, putBack) {
		t.Fatal(err)
	}
	return list
}

// checkEdits compares the edits of another machine with what its agent did, and their times with the clock here. wrong is how far the servers' clocks are apart.
func (w *worker) checkEdits(t *testing.T, db *store.DB, other *worker, wrong time.Duration) {
	t.Helper()
	got, at := map[string]int{}, map[string]int64{}
	err := db.Each(t.Context(), "SELECT file, count(*), max(at) FROM fleet_touches WHERE machine = :p1 GROUP BY file", store.Args{"p1": other.config.Machine}, func(_ []string, row []store.Value) error {
		n, _ := row[1].(int64)
		got[store.Text(row[0])] = int(n)
		at[store.Text(row[0])], _ = row[2].(int64)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, n := range other.edits {
		if got[file] != n {
			t.Errorf("%s knows of %d edits of %s on %s, which were %d", w.config.Machine, got[file], file, other.config.Machine, n)
			return
		}
		late := at[file] - other.edited[file].Add(w.ahead).UnixMilli()
		if max(late, -late) > (time.Minute + wrong).Milliseconds() {
			t.Errorf("%s, whose clock is %v ahead, has an edit on %s (%v) at a time that is wrong by %d ms", w.config.Machine, w.ahead, other.config.Machine, other.ahead, late)
		}
		delete(got, file)
	}
	if len(got) > 0 {
		t.Errorf("%s knows of edits on %s that were none: %v", w.config.Machine, other.config.Machine, got)
	}
}

// checkHooks compares what hooks took with what those without a fleet took in the same moments.
func (w *chaos) checkHooks(t *testing.T) {
	t.Helper()
	var with, alone []time.Duration
	for _, one := range w.workers {
		if one.ahead == 0 { // the others run another program
			with, alone = append(with, one.with...), append(alone, one.alone...)
		}
	}
	for _, part := range []int{50, 99} {
		a, b := percentile(with, part), percentile(alone, part)
		ratio := a.Seconds() / b.Seconds()
		t.Logf("hooks, percentile %d of %d: %v with a fleet, %v without, ratio %.2f", part, len(with), a.Round(10*time.Microsecond), b.Round(10*time.Microsecond), ratio)
		if few := part == 99 && len(with) < 500; ratio > 3 && !few { // of a hundred hooks that is the slowest one
			t.Errorf("hooks take %.1f times as long with a fleet", ratio)
		}
	}
}

// percentile returns the duration below which a part of the list is, in percent.
func percentile(list []time.Duration, part int) time.Duration {
	slices.Sort(list)
	return list[len(list)*part/100]
}

// same fails if two sorted lists of names differ.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	missing := slices.DeleteFunc(slices.Clone(want), func(s string) bool { _, found := slices.BinarySearch(got, s); return found })
	more := slices.DeleteFunc(slices.Clone(got), func(s string) bool { _, found := slices.BinarySearch(want, s); return found })
	if len(missing)+len(more) > 0 || len(got) != len(want) {
		t.Errorf("%s: %d facts, not %d; %d are missing, and %d should not be there", what, len(got), len(want), len(missing), len(more))
	}
}

// texts returns the first column of a query on a store.
func texts(t *testing.T, db *store.DB, sql string) (list []string) {
	t.Helper()
	err := db.Each(t.Context(), sql, nil, func(_ []string, row []store.Value) error {
		list = append(list, store.Text(row[0]))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// rowsOfServer returns the first column of a query that one server answers by itself, as soon as it has n rows: a follower lags behind. It
// does not wait after end.
func rowsOfServer(t *testing.T, url, sql string, n int, end time.Time) (list []string) {
	t.Helper()
	for ; ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Post(url+"/db/query?level=none", "application/json", strings.NewReader(fmt.Sprintf("[%q]", sql)))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		var content struct{ Results []struct{ Values [][]string } }
		if err == nil {
			err = json.Unmarshal(text, &content)
		}
		if err != nil || len(content.Results) != 1 {
			t.Fatalf("%v: %s", err, text)
		}
		list = nil
		for _, row := range content.Results[0].Values {
			list = append(list, row[0])
		}
		if len(list) >= n || time.Now().After(end) {
			return list
		}
	}
}
