// Otlpsink is the receiver of OpenTelemetry's collector, which prints the spans that it gets as lines of OTLP's JSON: otlpsink ADDRESS. It
// prints an empty line when it listens, and ends with its standard input.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/receiver/receivertest"
)

func main() {
	if err := listen(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "otlpsink:", err)
		os.Exit(1)
	}
}

// listen prints what is sent to an address.
func listen(ctx context.Context, address string) error {
	factory := otlpreceiver.NewFactory()
	config := factory.CreateDefaultConfig()
	given := map[string]any{"protocols": map[string]any{"http": map[string]any{"endpoint": address}}}
	if err := confmap.NewFromStringMap(given).Unmarshal(config); err != nil {
		return err
	}
	show, err := consumer.NewTraces(func(_ context.Context, traces ptrace.Traces) error {
		line, err := (&ptrace.JSONMarshaler{}).MarshalTraces(traces)
		if err == nil {
			_, err = fmt.Printf("%s\n", line)
		}
		return err
	})
	if err != nil {
		return err
	}
	receiver, err := factory.CreateTraces(ctx, receivertest.NewNopSettings(factory.Type()), config, show)
	if err != nil {
		return err
	}
	if err := receiver.Start(ctx, componenttest.NewNopHost()); err != nil {
		return err
	}
	fmt.Println()
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return receiver.Shutdown(ctx)
}
