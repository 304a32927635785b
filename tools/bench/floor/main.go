// Floor is the program that hooks are compared with: the least that a Go program with a
// SQLite store can do. It reads its standard input, opens the existing store that its
// argument names, with the settings that the driver's documentation recommends, selects one
// row by an index and inserts one.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"

	_ "modernc.org/sqlite"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

func run(path string) (err error) {
	payload, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var last int64
	err = db.QueryRow("SELECT t FROM calls WHERE session = ? ORDER BY t DESC LIMIT 1", "s1").Scan(&last)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = db.Exec("INSERT INTO calls (session, size) VALUES (?, ?)", "s1", len(payload))
	return err
}
