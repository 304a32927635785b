package agent

// configFolder is where programs have a folder with their settings each, relative to the home directory.
const configFolder = "AppData/Roaming"
