package main

import (
	"context"
	"crypto/sha256"
	"os"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"witness/engine/remote"
)

// export sends spans to a receiver of OTLP over HTTP. Without a URL the variables of the environment that OpenTelemetry specifies say where it
// is and how it is asked (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS), or else it is http://localhost:4318.
func export(r remote.Request) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.TimeoutMS)*time.Millisecond)
	defer cancel()
	var options []otlptracehttp.Option
	switch {
	case r.URL != "":
		options = append(options, otlptracehttp.WithEndpointURL(r.URL))
	case os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "":
		options = append(options, otlptracehttp.WithEndpointURL("http://localhost:4318/v1/traces")) // the library would take https
	}
	exporter, err := otlptracehttp.New(ctx, options...)
	if err != nil {
		return err
	}
	if err := exporter.ExportSpans(ctx, stubs(r.Spans).Snapshots()); err != nil {
		return err
	}
	return exporter.Shutdown(ctx)
}

// stubs returns spans as the library has them. Their ids are hashes of the names that witness gives them, so that a span that is sent twice is the
// same one.
func stubs(spans []remote.Span) (list tracetest.SpanStubs) {
	from := resource.NewSchemaless(attribute.String("service.name", "witness"))
	id := func(s remote.Span, name string) trace.SpanContext {
		of, at := sha256.Sum256([]byte(s.Trace)), sha256.Sum256([]byte(s.Trace+"\x00"+name))
		return trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID(of[:16]), SpanID: trace.SpanID(at[:8]), TraceFlags: trace.FlagsSampled})
	}
	for _, s := range spans {
		stub := tracetest.SpanStub{
			Name: s.Name, SpanContext: id(s, s.ID), SpanKind: trace.SpanKindInternal, Resource: from, InstrumentationScope: instrumentation.Scope{Name: "witness"},
			StartTime: time.UnixMilli(s.Start), EndTime: time.UnixMilli(s.End),
		}
		if s.Parent != "" {
			stub.Parent = id(s, s.Parent)
		}
		for key, value := range s.Texts {
			stub.Attributes = append(stub.Attributes, attribute.String(key, value))
		}
		for key, value := range s.Numbers {
			stub.Attributes = append(stub.Attributes, attribute.Int64(key, value))
		}
		if s.Error != "" {
			stub.Status.Code, stub.Status.Description = codes.Error, s.Error
		}
		list = append(list, stub)
	}
	return list
}
