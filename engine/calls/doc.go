// Package calls determines what a rule means by a call that it names: "go test ./...", "npx eslint", "commit", "<tests>",
// "mcp:search", and whether a command or a tool is that call.
//
// Commands are the same by program, script and words, whatever wraps them. Read name.go for what a text stands for, and match.go
// for which commands it is.
package calls
