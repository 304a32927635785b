package agent

// The system's own shell is PowerShell.
const hookLinePrefix, hookLineSuffix = powershellLinePrefix, powershellLineSuffix
