package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/remote"
)

// requestTime bounds one request. A cluster that loses its leader has another one after two seconds.
const requestTime = 5 * time.Second

// Statuses of HTTP. Package net/http has them, too, and must not be linked into a hook.
const statusOK, statusUnauthorized = 200, 401

// A client asks an rqlite server. https://rqlite.io/docs/api/api/ describes the requests.
type client struct {
	transport remote.Transport
	urls      []string
	user      string
	password  string
	caFile    string
	last      int // the URL that answered last
}

// ErrNoServer is the error of an exchange without a server.
var ErrNoServer = errors.New("no server is configured: set url in the table [fleet] of ~/.config/witness/config.toml, or run witness fleet init URL")

// newClient returns a client for the server of a configuration.
func newClient(c project.Fleet) (*client, error) {
	list := &client{urls: c.URLs, caFile: c.CAFile}
	if len(c.URLs) == 0 {
		return nil, ErrNoServer
	}
	if c.TokenFile == "" {
		return list, nil
	}
	info, err := os.Stat(c.TokenFile)
	if err != nil {
		return nil, fmt.Errorf("fleet.token_file: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		return nil, fmt.Errorf("fleet.token_file: others than its owner can read %s; chmod 600 %[1]s", c.TokenFile)
	}
	text, err := os.ReadFile(c.TokenFile)
	if err != nil {
		return nil, fmt.Errorf("fleet.token_file: %w", err)
	}
	var named bool
	if list.user, list.password, named = strings.Cut(strings.TrimSpace(string(text)), ":"); !named {
		return nil, fmt.Errorf("fleet.token_file: %s must have one line, name:password", c.TokenFile)
	}
	return list, nil
}

// A statement is one of a request: its SQL, and its parameters by name.
type statement struct {
	sql    string
	values map[string]any
}

// MarshalJSON writes a statement as rqlite wants it.
func (s statement) MarshalJSON() ([]byte, error) {
	if len(s.values) == 0 {
		return json.Marshal([]any{s.sql})
	}
	return json.Marshal([]any{s.sql, s.values})
}

// A result is that of one statement.
type result struct {
	Columns []string `json:"columns"`
	Values  [][]any  `json:"values"`
	Error   string   `json:"error"`
}

// int returns the number in a column of the first row, 0 if there is none.
func (r result) int(column int) int64 {
	if len(r.Values) == 0 || len(r.Values[0]) <= column {
		return 0
	}
	return number(r.Values[0][column])
}

// query runs statements that only read.
func (c *client) query(ctx context.Context, list ...statement) ([]result, error) {
	return c.post(ctx, "/db/query?level=weak&noparse", list)
}

// execute runs statements in one transaction.
func (c *client) execute(ctx context.Context, list ...statement) error {
	_, err := c.post(ctx, "/db/execute?transaction&noparse", list)
	return err
}

// post sends statements to the first member of the cluster that answers.
func (c *client) post(ctx context.Context, path string, list []statement) (results []result, err error) {
	body, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	var errs []error
	for i := range c.urls {
		at := (c.last + i) % len(c.urls)
		results, again, err := c.postTo(ctx, c.urls[at], path, string(body))
		if err == nil {
			c.last = at
			return results, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", c.urls[at], err))
		if !again || ctx.Err() != nil {
			break
		}
	}
	return nil, errors.Join(errs...)
}

// postTo sends statements to one member. again is whether another one may answer.
func (c *client) postTo(ctx context.Context, url, path, body string) (results []result, again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime+time.Second)
	defer cancel()
	answer, err := c.transport.Send(ctx, remote.Request{
		URL: strings.TrimSuffix(url, "/") + path, User: c.user, Password: c.password, CAFile: c.caFile, Body: body, TimeoutMS: requestTime.Milliseconds(),
	})
	if err != nil {
		return nil, true, err
	}
	return c.read(answer)
}

// read returns the results in an answer. again is whether another member may give them. What a server says is a stranger's: none of it
// is in an error but its first line, cleaned.
func (c *client) read(answer remote.Answer) (results []result, again bool, err error) {
	switch {
	case answer.Status == statusUnauthorized && c.user == "":
		return nil, false, errors.New("it asks for a name and a password: fleet.token_file names the file that has them")
	case answer.Status == statusUnauthorized:
		return nil, false, fmt.Errorf("it refuses the user %s: the password in the file of fleet.token_file is wrong, or the user may not do this", c.user)
	case answer.Status != statusOK:
		return nil, true, fmt.Errorf("it answers %d: %s", answer.Status, firstLine(answer.Body))
	}
	var content struct {
		Results []result `json:"results"`
		Error   string   `json:"error"`
	}
	d := json.NewDecoder(strings.NewReader(answer.Body))
	d.UseNumber()
	if err := d.Decode(&content); err != nil {
		return nil, true, fmt.Errorf("it does not answer as rqlite does: %s", firstLine(answer.Body))
	}
	// Errors come with status 200: those of a statement, and that the leader cannot be reached.
	if content.Error != "" {
		return nil, true, errors.New(firstLine(content.Error))
	}
	for _, r := range content.Results {
		if r.Error != "" {
			return nil, false, errors.New(firstLine(r.Error))
		}
	}
	return content.Results, false, nil
}

// firstLine returns the first line of what a server says, cleaned as all text is that is not witness's own, and of at most 200 bytes.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return hook.Truncate(hook.Clean(line), 200)
}
