// Package e2e tests witness in the real clients. Each client is installed from npm or PyPI in the
// version that clients.txt pins; the script of its name runs it against a scripted model on
// the loopback interface. `just e2e [CLIENT…]` runs the tests; they need npm, go and git, Mistral Vibe Python 3.12 as python3, and
// take a few minutes for each client. `just browser` looks at the report in a headless Chromium. They
// have been run on Linux only.
package e2e
