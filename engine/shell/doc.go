// Package shell determines what a shell line runs, reads and writes, from its text and that of the files that it runs.
//
// Parse analyzes a line of bash or zsh, and PowerShell a line of PowerShell. They do not access the file
// system, the environment or the clock, and they report only what the text determines. ParseOn asks
// a disk for the texts of scripts and recipes (run_file.go) and for what git knows. Bash is
// analyzed as the syntax tree of mvdan.cc/sh and never matched with regular expressions.
//
// The analysis is an abstract run of the line. Start with line.go, the result, and outcome.go, the
// domain of the run: a state is the set of commands that have succeeded for certain, and the
// outcome of a command has one state for its success and one for its failure. Then follow a
// command through the package:
//
//   - shell.go and parse.go limit the line, grammar.go and mistake.go parse it.
//   - walk.go, compound.go, pipeline.go, branch.go and loop.go walk the syntax tree. scope.go is
//     the context that enclosing commands pass down, env.go the variables and directories.
//   - expand.go and the expand_ files turn words into fields (field.go).
//   - simple_command.go, redirect.go and command.go walk a simple command. builtin.go,
//     nested_shell.go, xargs.go, find.go and the wrapper_ files handle commands that run others.
//   - program.go names the program. files.go and the files_ files determine which files it touches,
//     and output.go and listing.go what it prints.
//   - code.go and the code_ files find the files that Python, JavaScript, Perl, Ruby and PHP code
//     on the line opens.
//   - recorder.go and touch.go collect the result.
//   - powershell.go and the powershell_ files are the counterpart for PowerShell.
//
// A new command usually needs one line in a table: files_read.go or files_change.go for its files,
// subcommands.go for its subcommands, inert.go if it changes nothing, wrapper.go if it runs
// another command. The tests are tables, too: add its lines to testdata.
package shell
