package agent

// The command line of a hook, around the agent's name, for a client that takes one for all
// systems and runs it in the system's own shell: in a POSIX shell, and in PowerShell. Whatever
// becomes of witness, its status is 0. They are constants, as all that an Agent holds: every
// hook would pay for what is made when the program starts.
const (
	shLinePrefix, shLineSuffix                 = "env witness hook ", " 2>/dev/null || cat >/dev/null"
	powershellLinePrefix, powershellLineSuffix = "if (Get-Command witness -ErrorAction SilentlyContinue) { witness hook ", " 2>$null }; exit 0"
)
