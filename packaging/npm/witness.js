#!/usr/bin/env node
// Starts the program of this system. On Linux and macOS install.js puts the program itself in the place of this
// file, so that a hook does not wait for Node.js.
'use strict'
const { spawnSync } = require('child_process')

const name = `witness-hooks-${process.platform}-${process.arch}`
const program = process.platform === 'win32' ? 'witness.exe' : 'witness'
let path
try {
  path = require.resolve(`${name}/bin/${program}`)
} catch {
  console.error(`witness: the package ${name} is not installed; install witness-hooks again with optional dependencies`)
  process.exit(1)
}
const { status, error } = spawnSync(path, process.argv.slice(2), { stdio: 'inherit' })
if (error) {
  console.error(`witness: ${error.message}`)
}
process.exit(status ?? 1)
