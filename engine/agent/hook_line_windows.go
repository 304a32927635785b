package agent

// On Windows the shell is PowerShell.
const hookLinePrefix, hookLineSuffix = powershellLinePrefix, powershellLineSuffix
