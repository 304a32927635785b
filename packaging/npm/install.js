// Puts the program of this system in the place of bin/witness, and its helper beside it. If it cannot, bin/witness stays the script
// that starts the program.
'use strict'
const fs = require('fs')
const path = require('path')

if (process.platform !== 'win32') {
  try {
    const bin = path.dirname(require.resolve(`witness-hooks-${process.platform}-${process.arch}/bin/witness`))
    for (const name of ['witness-http', 'witness']) {
      const to = path.join(__dirname, 'bin', name)
      fs.copyFileSync(path.join(bin, name), `${to}.new`)
      fs.chmodSync(`${to}.new`, 0o755)
      fs.renameSync(`${to}.new`, to)
    }
  } catch (error) {
    console.error(`witness-hooks: its hooks will start Node.js each time: ${error.message}`)
  }
}
