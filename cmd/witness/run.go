package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/alecthomas/kong"
)

// Exit statuses. A hook always ends with exitOK.
const (
	exitOK     = 0
	exitFailed = 1 // it did not work, or something is wrong with a file
	exitUsage  = 2 // the command line is wrong
)

// cli is the command line. Each command is a type with a Run method, in the file of its
// name. The hook commands are here for the help only: see hook.go.
type cli struct {
	Hook     hookCmd     `cmd:"" help:"Answer one hook call: the agent's JSON in, its JSON out."`
	Lint     hookCmd     `cmd:"" help:"The same, for what is about to happen only."`
	Record   hookCmd     `cmd:"" help:"The same, for what has happened only."`
	Init     initCmd     `cmd:"" help:"Write the hooks into an agent's settings, or take them out again."`
	Doctor   doctorCmd   `cmd:"" help:"Prove that the hooks fire and that the store is sound; say how to mend what is not."`
	Rules    rulesCmd    `cmd:"" help:"List, explain, check, write and test the rules."`
	Query    queryCmd    `cmd:"" help:"Ask what is known; without a name, list the questions."`
	Briefing briefingCmd `cmd:"" help:"Say how things stand: every question of the briefing that has an answer."`
	Facts    factsCmd    `cmd:"" help:"Show what would be read from a command's output; nothing is recorded."`
	Replay   replayCmd   `cmd:"" help:"Judge past sessions with the rules in force now; nothing is kept."`
	Watch    watchCmd    `cmd:"" help:"Follow what is heard and said in this project; Ctrl-C ends it."`
	DB       dbCmd       `cmd:"" name:"db" help:"Show where the store lies and what is in it."`
	Config   configCmd   `cmd:"" help:"Show the configuration in force, and who said so."`
	Why      whyCmd      `cmd:"" help:"Tell why something was said: the rule, the call and the facts behind it."`
	Snooze   snoozeCmd   `cmd:"" help:"Silence a rule in this project for a while; for a person at a terminal."`
	Allow    allowCmd    `cmd:"" name:"allow-once" help:"Let one refused call through; for a person at a terminal."`
	Version  versionCmd  `cmd:"" help:"Print the version."`

	Completion completionCmd `cmd:"" help:"Print the completion of a shell: bash, zsh, fish or powershell."`
	Complete   completeCmd   `cmd:"" hidden:"" help:"Say how a command line can go on."`
	Man        manCmd        `cmd:"" hidden:"" help:"Print the man page."`
}

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// A usageError is a mistake in the command line.
type usageError struct{ error }

// run is the whole program: arguments and streams in, exit status out.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{stdin, stdout, stderr}
	if isHook(args) {
		return hook(args[0], args[1:], s)
	}
	var c cli
	status := -1
	parser, err := kong.New(&c,
		kong.Name("witness"),
		kong.Description("A behavioural linter for coding agents."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { status = code }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(s),
	)
	if err != nil {
		return report(stderr, err)
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "--version":
		args = []string{"version"}
	case len(args) > 2 && args[0] == "rules" && args[1] == "test":
		// Whoever knows `go test -update` writes it that way.
		args = slices.Clone(args)
		for i, a := range args {
			if a == "-update" {
				args[i] = "--update"
			}
		}
	}
	ctx, err := parser.Parse(args)
	if status >= 0 {
		return exitOK // help was shown
	}
	if err != nil {
		return report(stderr, usageError{err})
	}
	return report(stderr, ctx.Run())
}

// isHook tells whether the command line is a hook's.
func isHook(args []string) bool {
	return len(args) > 0 && (args[0] == "hook" || args[0] == "lint" || args[0] == "record")
}

// report says what went wrong, in the one voice of the program.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "witness:", err)
	if _, ok := errors.AsType[usageError](err); ok {
		return exitUsage
	}
	return exitFailed
}

// versionCmd prints what the Go toolchain stamped into the binary.
type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(s streams) error {
	info, ok := debug.ReadBuildInfo()
	version := "unknown"
	if ok {
		version = info.Main.Version
	}
	_, err := fmt.Fprintln(s.out, "witness", version)
	return err
}

// workDir is the directory that a command is about.
func workDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the working directory is gone: %w", err)
	}
	return dir, nil
}
