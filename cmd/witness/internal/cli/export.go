package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/remote"
	"witness/engine/telemetry"
)

// exportCmd sends what is recorded to other programs.
type exportCmd struct {
	OTLP exportOTLPCmd `cmd:"" name:"otlp" help:"Send calls, runs and findings as spans to a receiver of OpenTelemetry."`
}

// exportOTLPCmd sends spans.
type exportOTLPCmd struct {
	Since  term.Duration `default:"7d" help:"What happened in this last time, such as 1d or 2w." placeholder:"7d"`
	URL    string        `name:"url" placeholder:"URL" help:"The receiver of OTLP over HTTP, with the path: http://localhost:4318/v1/traces. Left out, as OTEL_EXPORTER_OTLP_ENDPOINT and its like say."`
	Format term.Format   `embed:"" set:"formats=text,ndjson"`
}

// Limits of an export.
const (
	spansAtOnce   = 500
	exportTimeout = 30 * time.Second
)

// Run sends the spans, or with a format for programs prints them.
func (c *exportOTLPCmd) Run(ctx context.Context, s term.Streams) error {
	return asking(ctx, func(ctx context.Context, e *engine.Engine) error {
		spans, err := telemetry.Spans(ctx, e.DB, time.Now().Add(-time.Duration(c.Since)).UnixMilli())
		switch {
		case err != nil:
			return err
		case c.Format.Chosen() == "ndjson":
			for _, one := range spans {
				if err := term.WriteJSONLine(s.Out, one); err != nil {
					return err
				}
			}
			return nil
		case len(spans) == 0:
			return errors.New("nothing was recorded in that time; --since takes a longer one")
		}
		transport := remote.Transport{}
		defer transport.Close()
		for part := range slices.Chunk(spans, spansAtOnce) {
			within, cancel := context.WithTimeout(ctx, exportTimeout+time.Second)
			_, err := transport.Send(within, remote.Request{URL: c.URL, Spans: part, TimeoutMS: exportTimeout.Milliseconds()})
			cancel()
			if err != nil {
				return fmt.Errorf("the receiver did not take the spans: %w", err)
			}
		}
		return term.Say(s.Out, "Sent: %s.", term.Count(len(spans), "span"))
	})
}
