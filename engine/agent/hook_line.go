package agent

// The command line of a hook is prefix + agent name + suffix, for clients that take one line for
// all systems and run it in the system's own shell: a POSIX shell or PowerShell. The line exits
// with status 0 whatever happens to witness.
const (
	shLinePrefix, shLineSuffix                 = "env witness hook ", " 2>/dev/null || cat >/dev/null"
	powershellLinePrefix, powershellLineSuffix = "if (Get-Command witness -ErrorAction SilentlyContinue) { witness hook ", " 2>$null }; exit 0"
)
