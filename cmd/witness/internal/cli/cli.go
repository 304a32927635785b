// Package cli is the command line of witness: a file for each command, and the hook, which answers without it.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"witness"
	"witness/cmd/witness/internal/doctor"
	"witness/cmd/witness/internal/install"
	"witness/cmd/witness/internal/replay"
	"witness/cmd/witness/internal/ruletest"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/store"
)

// cli is the command line. Each command is a type with a Run method, declared in the file or
// the internal package named after it. The hook commands appear here for the help only: Run
// passes them to runHook before the command line is parsed.
type cli struct {
	Color string `help:"Color the output: auto (on a terminal), always or never. Also NO_COLOR and FORCE_COLOR." enum:"auto,always,never" default:"auto" placeholder:"WHEN"`

	Init   install.Cmd `cmd:"" group:"Set up" help:"Write the hooks into an agent's settings, or remove them."`
	Doctor doctor.Cmd  `cmd:"" group:"Set up" help:"Test the hooks and the store, and print how to fix what is broken."`
	Trust  trustCmd    `cmd:"" group:"Set up" help:"Accept the settings, rules, readers and questions of this project; for a person at a terminal."`
	Config configCmd   `cmd:"" group:"Set up" help:"Show the configuration in force and its origin."`

	Status   statusCmd   `cmd:"" group:"See what happened" help:"Say how this project stands: what is red, untested, flaky, silenced, and what waits."`
	Sessions sessionsCmd `cmd:"" group:"See what happened" help:"List the sessions of this project, a line each, the latest first."`
	Briefing briefingCmd `cmd:"" group:"See what happened" help:"Print the briefing: the result of every query that belongs to it."`
	Receipt  receiptCmd  `cmd:"" group:"See what happened" help:"Say what ran on exactly the tree of a commit, what on an earlier one, and what was never tried."`
	Report   reportCmd   `cmd:"" group:"See what happened" help:"Write a page about the sessions of this project: one HTML file to look at."`
	Watch    watchCmd    `cmd:"" group:"See what happened" help:"Follow the calls and findings of this project as they are recorded, on a screen or, in a pipe, as lines."`
	Why      whyCmd      `cmd:"" group:"See what happened" help:"Explain a verdict: the rule, the call, the facts behind it, and what was done about it."`
	Query    queryCmd    `cmd:"" group:"See what happened" help:"Query the store; without a name, list the queries."`
	Export   exportCmd   `cmd:"" group:"See what happened" help:"Send what is recorded to other programs."`
	DB       dbCmd       `cmd:"" group:"See what happened" name:"db" help:"Show the path and the contents of the store."`

	Disagree disagreeCmd `cmd:"" group:"Overrule" help:"Say as an agent why a verdict is wrong. It is shown to the user and changes nothing."`
	Wrong    wrongCmd    `cmd:"" group:"Overrule" help:"Mark a verdict as wrong, or export one as a test; for a person at a terminal."`
	Snooze   snoozeCmd   `cmd:"" group:"Overrule" help:"Disable a rule in this project for a while; for a person at a terminal."`
	Unsnooze unsnoozeCmd `cmd:"" group:"Overrule" help:"End a snooze; for a person at a terminal."`
	Allow    allowCmd    `cmd:"" group:"Overrule" name:"allow-once" help:"Let one refused call through; for a person at a terminal."`

	Rules   rulesCmd   `cmd:"" group:"Rules" help:"List, explain, check, write and test the rules."`
	Replay  replay.Cmd `cmd:"" group:"Rules" help:"Evaluate the current rules against past sessions; nothing is recorded."`
	Suggest suggestCmd `cmd:"" group:"Rules" help:"Propose rules from what went wrong again and again in this project's sessions, or from its AGENTS.md."`
	Facts   factsCmd   `cmd:"" group:"Rules" help:"Show how a command and its output are understood; nothing is recorded."`

	Sync  syncCmd  `cmd:"" group:"Teams" help:"Exchange facts with the machines of the team: send what is new here, bring what they did."`
	Fleet fleetCmd `cmd:"" group:"Teams" help:"Set up, look at and leave the server through which a team shares facts."`

	Hook   hookCmd `cmd:"" group:"For agents" help:"Answer one hook call: the agent's JSON in, its JSON out."`
	Lint   hookCmd `cmd:"" group:"For agents" help:"The same, but only for calls that are about to run."`
	Record hookCmd `cmd:"" group:"For agents" help:"The same, but only for calls that have ended."`

	Help       helpCmd       `cmd:"" group:"Help" help:"Show the help of a command, with examples."`
	Schema     schemaCmd     `cmd:"" group:"Help" help:"Print the JSON Schema of a command's output."`
	Completion completionCmd `cmd:"" group:"Help" help:"Print the completion script of a shell: bash, zsh, fish or powershell."`
	Man        manCmd        `cmd:"" group:"Help" help:"Print a man page: of witness, or of one command."`
	Version    versionCmd    `cmd:"" group:"Help" help:"Print the version."`

	Complete completeCmd `cmd:"" hidden:"" help:"Print the completions of a command line."`
}

// Main runs witness with the arguments of a process and returns the exit status. The first argument is the name by
// which it was started: as did or will it is that command of a script.
func Main(args []string, s term.Streams) int { return MainWith(args, s, Run) }

// MainWith is Main with run in place of Run: the tests also check what witness prints against its schemas.
func MainWith(args []string, s term.Streams, run ruletest.Program) int {
	if name := strings.TrimSuffix(filepath.Base(args[0]), ".exe"); name == "did" || name == "will" {
		defer played.Close()
		if ruletest.IsServe(args[1:]) {
			return ruletest.Serve(s, playHook, run, abandoned.Load)
		}
		return ruletest.DidWill(name, args[1:], s, playHook)
	}
	return run(args[1:], s)
}

// Run runs the command that args name and returns the exit status.
func Run(args []string, s term.Streams) int {
	if isHook(args) {
		return runHook(args[0], args[1:], s)
	}
	status := -1
	var c cli
	parser, err := newParser(&c, s, func(code int) { status = code })
	if err != nil {
		return term.Report(s.Err, err)
	}
	ctx, err := parser.Parse(spelledOut(args))
	if status >= 0 {
		return term.ExitOK // help was printed
	}
	if err != nil {
		return term.Report(s.Err, mistake(err))
	}
	s.Color = c.Color
	ctx.Bind(s)
	return term.Report(s.Err, inTime(ctx))
}

// newParser returns the parser of a command line, which fills c. It calls exit when it has printed help.
func newParser(c *cli, s term.Streams, exit func(status int)) (*kong.Kong, error) {
	parser, err := kong.New(c,
		kong.Name("witness"),
		kong.Description("A behavioural linter for coding agents."),
		kong.Writers(s.Out, s.Err),
		kong.Exit(exit),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(s),
	)
	if err == nil {
		addDetails(parser.Model)
	}
	return parser, err
}

// spelledOut returns the arguments that a person means.
func spelledOut(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "--version":
		return []string{"version"}
	case args[0] == "help" && !slices.Contains(args, "--help"):
		return append(slices.Clone(args[1:]), "--help")
	case len(args) > 1 && args[0] == "suggest":
		// --from without a file means all texts.
		args = slices.Clone(args)
		for i, a := range args {
			if a == "--from" && (i+1 == len(args) || strings.HasPrefix(args[i+1], "-")) {
				args[i] = "--from=" + allTexts
			}
		}
	case len(args) > 2 && args[0] == "rules" && args[1] == "test":
		// Accept the spelling of `go test -update`.
		args = slices.Clone(args)
		for i, a := range args {
			if a == "-update" {
				args[i] = "--update"
			}
		}
	}
	return args
}

// CutAfter is how long a command that somebody waits for lets the SQL of one file run, if it cannot be interrupted.
var CutAfter = 10 * time.Second

// inTime runs a command. If SQL of a file neither ends nor can be interrupted, it returns and leaves the command to
// the end of the process.
func inTime(command *kong.Context) error {
	ended := make(chan error, 2)
	ctx := store.WithCut(context.Background(), CutAfter, func(err error) { ended <- err })
	command.BindTo(ctx, (*context.Context)(nil))
	go func() { ended <- command.Run() }()
	return <-ended
}

// isHook reports whether args are those of a hook command. A person who asks for its help is answered as for the others.
func isHook(args []string) bool {
	if len(args) == 0 || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return false
	}
	return args[0] == "hook" || args[0] == "lint" || args[0] == "record"
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

// withEngine calls do with an engine for the project of the working directory. It creates the store if there is none.
func withEngine(ctx context.Context, do func(ctx context.Context, e *engine.Engine) error) error {
	return useEngine(ctx, do, func(dir, started string) (*engine.Engine, error) {
		e, err := engine.Open(ctx, witness.Files, dir, started, store.LockWait, nil)
		if err == nil && e.DB.Unwritable != nil {
			return nil, errors.Join(e.DB.Unwritable, e.Close())
		}
		return e, err
	})
}

// asking is withEngine for commands that only ask for what is recorded, or change that: it creates no store.
func asking(ctx context.Context, do func(ctx context.Context, e *engine.Engine) error) error {
	return useEngine(ctx, do, func(dir, started string) (*engine.Engine, error) {
		return engine.OpenToAsk(ctx, witness.Files, dir, started)
	})
}

// useEngine calls do with the engine that open returns.
func useEngine(ctx context.Context, do func(ctx context.Context, e *engine.Engine) error, open func(dir, started string) (*engine.Engine, error)) (err error) {
	dir, err := term.WorkDir()
	if err != nil {
		return err
	}
	e, err := open(dir, os.Getenv("CLAUDE_PROJECT_DIR"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	return do(ctx, e)
}
