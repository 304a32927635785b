package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"witness"
	"witness/cmd/witness/internal/doctor"
	"witness/cmd/witness/internal/install"
	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/store"
)

// cli is the command line. Each command is a type with a Run method, declared in the file or
// the internal package named after it. The hook commands appear here for the help only: run
// passes them to runHook before the command line is parsed.
type cli struct {
	Hook     hookCmd     `cmd:"" help:"Answer one hook call: the agent's JSON in, its JSON out."`
	Lint     hookCmd     `cmd:"" help:"The same, but only for calls that are about to run."`
	Record   hookCmd     `cmd:"" help:"The same, but only for calls that have ended."`
	Init     install.Cmd `cmd:"" help:"Write the hooks into an agent's settings, or remove them."`
	Doctor   doctor.Cmd  `cmd:"" help:"Test the hooks and the store, and print how to fix what is broken."`
	Rules    rulesCmd    `cmd:"" help:"List, explain, check, write and test the rules."`
	Query    queryCmd    `cmd:"" help:"Query the store; without a name, list the queries."`
	Briefing briefingCmd `cmd:"" help:"Print the briefing: the result of every query that belongs to it."`
	Facts    factsCmd    `cmd:"" help:"Show the facts that are read from a command's output; nothing is recorded."`
	Replay   replay.Cmd  `cmd:"" help:"Evaluate the current rules against past sessions; nothing is recorded."`
	Suggest  suggestCmd  `cmd:"" help:"Propose rules from what went wrong again and again in this project's sessions."`
	Watch    watchCmd    `cmd:"" help:"Print calls and findings of this project as they are recorded; Ctrl-C ends it."`
	DB       dbCmd       `cmd:"" name:"db" help:"Show the path and the contents of the store."`
	Config   configCmd   `cmd:"" help:"Show the configuration in force and its origin."`
	Why      whyCmd      `cmd:"" help:"Explain a verdict: the rule, the call and the facts behind it."`
	Wrong    wrongCmd    `cmd:"" help:"Mark a verdict as wrong, or export one as a test; for a person at a terminal."`
	Snooze   snoozeCmd   `cmd:"" help:"Disable a rule in this project for a while; for a person at a terminal."`
	Allow    allowCmd    `cmd:"" name:"allow-once" help:"Let one refused call through; for a person at a terminal."`
	Trust    trustCmd    `cmd:"" help:"Accept the settings, rules, readers and questions of this project; for a person at a terminal."`
	Version  versionCmd  `cmd:"" help:"Print the version."`

	Completion completionCmd `cmd:"" help:"Print the completion script of a shell: bash, zsh, fish or powershell."`
	Complete   completeCmd   `cmd:"" hidden:"" help:"Print the completions of a command line."`
	Man        manCmd        `cmd:"" hidden:"" help:"Print the man page."`
}

// run runs the command that args name and returns the exit status.
func run(args []string, s term.Streams) int {
	if isHook(args) {
		return runHook(args[0], args[1:], s, os.Exit)
	}
	var c cli
	status := -1
	parser, err := kong.New(&c,
		kong.Name("witness"),
		kong.Description("A behavioural linter for coding agents."),
		kong.Writers(s.Out, s.Err),
		kong.Exit(func(code int) { status = code }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(s),
	)
	if err != nil {
		return term.Report(s.Err, err)
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "--version":
		args = []string{"version"}
	case len(args) > 2 && args[0] == "rules" && args[1] == "test":
		// Accept the spelling of `go test -update`.
		args = slices.Clone(args)
		for i, a := range args {
			if a == "-update" {
				args[i] = "--update"
			}
		}
	}
	ctx, err := parser.Parse(args)
	if status >= 0 {
		return term.ExitOK // help was printed
	}
	if err != nil {
		return term.Report(s.Err, term.UsageError{Err: err})
	}
	return term.Report(s.Err, inTime(ctx))
}

// cutAfter is how long a command that somebody waits for lets the SQL of one file run, if it cannot be interrupted.
var cutAfter = 10 * time.Second

// inTime runs a command. If SQL of a file neither ends nor can be interrupted, it returns and leaves the command to
// the end of the process.
func inTime(command *kong.Context) error {
	ended := make(chan error, 2)
	ctx := store.WithCut(context.Background(), cutAfter, func(err error) { ended <- err })
	command.BindTo(ctx, (*context.Context)(nil))
	go func() { ended <- command.Run() }()
	return <-ended
}

// isHook reports whether args are those of a hook command.
func isHook(args []string) bool {
	return len(args) > 0 && (args[0] == "hook" || args[0] == "lint" || args[0] == "record")
}

// versionCmd prints the version of the program.
type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(s term.Streams) error {
	_, err := fmt.Fprintln(s.Out, "witness", programVersion())
	return err
}

// programVersion returns the version that the Go toolchain recorded in the binary.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}

// withEngine calls do with an engine for the project of the working directory.
func withEngine(ctx context.Context, do func(ctx context.Context, e *engine.Engine) error) (err error) {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, witness.Files, dir, os.Getenv("CLAUDE_PROJECT_DIR"), store.LockWait, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	return do(ctx, e)
}
