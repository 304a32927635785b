package agent

// The system's own shell is PowerShell.
const lineBegins, lineEnds = powershellBegins, powershellEnds
