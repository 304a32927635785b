// Witness-http sends the requests of `witness sync` and `witness fleet`, and the spans of `witness export`, over HTTP. It reads them as JSON, one after the
// other, from its standard input, and writes the answers to its standard output; it ends with its input.
//
// It is a program of its own because witness starts for each hook, and would initialise net/http and crypto/tls every time.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"witness/engine/remote"
)

// maxAnswer bounds the body of an answer, in bytes.
const maxAnswer = 64 << 20

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "witness-http:", err)
		os.Exit(1)
	}
}

// serve answers requests until there are no more.
func serve(in io.Reader, out io.Writer) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	clients := clients{}
	for {
		var r remote.Request
		if err := requests.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var answer remote.Answer
		var err error
		if len(r.Spans) > 0 {
			err = export(r)
		} else {
			answer, err = clients.send(r)
		}
		if err != nil {
			answer.Error = err.Error()
		}
		if err := answers.Encode(answer); err != nil {
			return err
		}
	}
}

// clients are those of this process, by the file with the certificates that they trust.
type clients map[string]*http.Client

// newClient returns a client that trusts the certificates in a file, or those of the system.
func newClient(caFile string) (*http.Client, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if caFile != "" {
		text, err := os.ReadFile(caFile)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate in PEM", caFile)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	// A redirect could lead to another host, which must not get the facts.
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, nil
}

// send sends one request.
func (c clients) send(r remote.Request) (answer remote.Answer, err error) {
	client, known := c[r.CAFile]
	if !known {
		if client, err = newClient(r.CAFile); err != nil {
			return answer, err
		}
		c[r.CAFile] = client
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.TimeoutMS)*time.Millisecond)
	defer cancel()
	method := http.MethodPost
	if r.Body == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(ctx, method, r.URL, strings.NewReader(r.Body))
	if err != nil {
		return answer, err
	}
	request.Header.Set("Content-Type", "application/json")
	if r.User != "" {
		request.SetBasicAuth(r.User, r.Password)
	}
	response, err := client.Do(request)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return remote.Answer{Status: response.StatusCode, Body: string(body)}, err
}
