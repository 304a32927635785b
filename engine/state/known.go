package state

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"witness/engine/facts"
	"witness/engine/readers"
	"witness/engine/store"
)

// A failure is a row of the table failing, as far as a selection is compared with it.
type failure struct {
	key                string // json_array(tool, suite, test)
	tool, suite, test  string
	file, identity     string
	program, dir, task string // of the command that last showed it
	selection, needs   []string
	places             func() []string // where the test is, as FILE:LINE
	below              func() bool     // its run had tests of a suite that is a folder above its own
}

// knownFailures are the failures of a project.
const knownFailures = `
	SELECT json_array(tool, suite, test), tool, suite, test, file, identity, program, dir, task, selection, needs, last
	FROM   failing
	WHERE  session = :session AND root = :root`

// failures returns the known failures of a project.
func (k Keeper) failures(ctx context.Context, session, root string) (list []failure, err error) {
	err = k.DB.Each(ctx, knownFailures, store.Args{"session": session, "root": root}, func(_ []string, row []store.Value) error {
		text := func(i int) string { return store.Text(row[i]) }
		f := failure{
			key: text(0), tool: text(1), suite: text(2), test: text(3), file: text(4), identity: text(5),
			program: text(6), dir: text(7), task: text(8), selection: words(text(9)), needs: words(text(10)),
		}
		a := store.Args{"session": session, "t": row[11], "test": f.test, "suite": f.suite}
		f.places = func() []string { return k.column(ctx, failedAt, a) }
		f.below = func() bool { return len(k.column(ctx, suitesAbove, a)) > 0 }
		list = append(list, f)
		return nil
	})
	return list, err
}

// failedAt is where a test was when it failed.
const failedAt = `
	SELECT file || ':' || line FROM tests
	WHERE  session = :session AND t = :t AND test = :test AND suite = :suite AND outcome = 'fail' AND file <> '' AND line IS NOT NULL`

// suitesAbove are the suites of a run of which another one is a part: example.com/shop of example.com/shop/cart.
const suitesAbove = `
	SELECT suite FROM (SELECT suite FROM tests WHERE session = :session AND t = :t UNION ALL SELECT suite FROM test_lists WHERE session = :session AND t = :t)
	WHERE  suite <> '' AND substr(:suite, 1, length(suite) + 1) = suite || '/' LIMIT 1`

// column returns the values of the only column of a query; none if it fails, which the next statement reports.
func (k Keeper) column(ctx context.Context, sql string, a store.Args) (list []string) {
	_ = k.DB.Each(ctx, sql, a, func(_ []string, row []store.Value) error {
		list = append(list, store.Text(row[0]))
		return nil
	})
	return list
}

// words returns the elements of a JSON array of texts.
func words(array string) (list []string) {
	if array != "[]" && json.Unmarshal([]byte(array), &list) != nil {
		return nil
	}
	return list
}

// editedTests are the known failures whose file was edited after they last failed, and the path of that
// file. A Go file belongs to the package of its folder.
const editedTests = `
	SELECT json_array(f.tool, f.suite, f.test) AS key, f.test, f.file, e.path
	FROM   failing f
	JOIN   touches e ON e.session = f.session AND e.root = f.root AND e.class = 'test'
	WHERE  f.session = :session AND f.root = :root AND f.test <> '' AND f.file <> ''
	  AND  e.t >= f.last AND e.kind IN ('edit', 'write', 'rewrite') AND e.outcome = 'ok'
	  AND  (e.file = f.file AND (f.suite IN ('', f.file) OR f.dir = '') OR e.file = f.dir || '/' || f.file
	        OR f.suite <> '' AND substr('/' || f.suite || '/' || f.file, -1 - length(e.file)) = '/' || e.file)`

// gone returns the keys of the known failures whose name is no longer in their file: the test was renamed or deleted. Only
// a green run is asked for them.
func (k Keeper) gone(ctx context.Context, session, root string) (keys []string, err error) {
	there := map[string]bool{} // the keys whose name one of the files has
	err = k.DB.Each(ctx, editedTests, store.Args{"session": session, "root": root}, func(_ []string, row []store.Value) error {
		key, word := store.Text(row[0]), readers.WrittenName(store.Text(row[1]), store.Text(row[2]))
		there[key] = there[key] || word == "" || !k.Disk.Lacks(store.Text(row[3]), word)
		return nil
	})
	for _, key := range slices.Sorted(maps.Keys(there)) {
		if !there[key] {
			keys = append(keys, key)
		}
	}
	return keys, err
}

// passing returns the identities of the tests that a run names as passed.
func passing(run readers.Run, cmd facts.Command) (list []string) {
	for _, i := range run.Items {
		if i.Outcome != "pass" {
			continue
		}
		for _, test := range i.Tests {
			if id := readers.Identity(test, i, cmd); id != "" {
				list = append(list, id)
			}
		}
	}
	return list
}

// orNull returns the value of n, or nil, which is NULL in SQL.
func orNull(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}
