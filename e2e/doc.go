// Package e2e proves witness in the real clients. Each is installed from npm at the version
// that clients.txt pins, and run by the script of its name against a scripted model on
// loopback. `just e2e [CLIENT…]` runs it; it needs npm, go and git, and a few minutes for
// each client. Linux is tried.
package e2e
