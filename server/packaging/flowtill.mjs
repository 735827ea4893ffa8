#!/usr/bin/env node
// The command of the npm package. Checks Node first: the SQLite driver would crash older ones without a word.
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { nodeFlags } from './process-settings.mjs'

const MIN_NODE = [24, 7]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
  process.stderr.write(
    `Flowtill needs Node ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}. Its single executable needs none.\n`,
  )
  process.exit(1)
}
for (const flag of nodeFlags.filter((name) => !name.startsWith('--disable-warning'))) {
  setFlagsFromString(flag)
}
process.removeAllListeners('warning')
module.enableCompileCache()
await import('./dist/server/main.mjs')
