package fleet

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"witness/engine/project"
)

// ask sends a statement to the server and returns the first value of its answer.
func (l *load) ask(how, sql string) any {
	l.t.Helper()
	body, err := json.Marshal([]string{sql})
	if err != nil {
		l.t.Fatal(err)
	}
	answer, err := http.Post(l.server.URL+"/db/"+how+"?noparse", "application/json", strings.NewReader(string(body)))
	if err != nil {
		l.t.Fatal(err)
	}
	defer answer.Body.Close()
	var content struct {
		Results []struct {
			Values [][]any
			Error  string
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&content); err != nil {
		l.t.Fatal(err)
	}
	if len(content.Results) != 1 || content.Results[0].Error != "" {
		l.t.Fatalf("%s: %+v", sql, content)
	}
	if len(content.Results[0].Values) == 0 {
		return nil
	}
	return content.Results[0].Values[0][0]
}

// number returns the number that a query of the server returns.
func (l *load) number(sql string) int64 {
	l.t.Helper()
	n, ok := l.ask("query", sql).(float64)
	if !ok {
		l.t.Fatalf("%s returns no number", sql)
	}
	return int64(n)
}

// used returns how much processor time the server used while do ran, and how long that took.
func (l *load) used(do func()) (processor, took time.Duration) {
	l.t.Helper()
	before, err := l.server.Processor()
	if err != nil {
		l.t.Log("the processor time of the server is not known: ", err)
	}
	begun := time.Now()
	do()
	took = time.Since(begun)
	after, err := l.server.Processor()
	if err != nil {
		return 0, took
	}
	return after - before, took
}

// ms returns a duration in milliseconds.
func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

// each returns a text for each kind of fact.
func each(format string) (list []string) {
	for _, kind := range project.Shares {
		list = append(list, fmt.Sprintf(format, kind))
	}
	return list
}
