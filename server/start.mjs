// `npm start` and `npm test` on any machine: whatever Node started this, it installs and builds what is missing, then goes
// on under the Node that the lock file pins. Plain JavaScript without dependencies, because at first there are none.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment, nodeFlags } from './process-settings.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamps = join(root, 'node_modules', '.flowtill')
const isWindows = process.platform === 'win32'
const pinned = join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')
/** npm, shells and test runners do not all forward signals: their whole group gets them. */
const ownGroup = { detached: !isWindows }

/** A signal sent to the whole process group arrives a second time from npm: within this time it is the same one. */
const REPEAT_MS = 1_000
const PARENT_POLL_MS = 500

let child
let hasOwnGroup = false
let stopped

handleSignals()
await main()

async function main() {
  process.chdir(root)
  await install()
  const [word] = process.argv.slice(2)
  if (word === '--test') {
    process.exit(await run(pinned, ['server/commands/test.ts'], { env: serverEnvironment(), ...ownGroup }))
  }
  await build()
  const args = [...nodeFlags, 'dist/server/main.mjs', ...process.argv.slice(2)]
  // The channel closes with this process, however it ends: then the server ends too.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  process.exit(await run(pinned, args, { env: serverEnvironment(), stdio }))
}

function serverEnvironment() {
  return { ...nodeEnvironment, ...process.env }
}

async function install() {
  const expected = hashOf(['package.json', 'package-lock.json'])
  if (existsSync(pinned) && readStamp('install') === expected) {
    return
  }
  describe('Installing what Flowtill needs (once)…')
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const status = npm
    ? await run(process.execPath, [npm, ...args], ownGroup)
    : await run('npm', args, { shell: isWindows, ...ownGroup })
  if (status !== 0) {
    fail('The packages could not be installed. Is the npm registry reachable?')
  }
  if (!existsSync(pinned)) {
    fail(
      `There is no Node for ${process.platform} on ${process.arch} among the pinned ones. Use Linux, macOS on ARM, or Windows on x64.`,
    )
  }
  writeStamp('install', expected)
}

async function build() {
  const expected = sourcesHash()
  if (
    existsSync('dist/server/main.mjs') &&
    existsSync('dist/client/index.html') &&
    readStamp('build') === expected
  ) {
    return
  }
  describe('Building Flowtill (once)…')
  if ((await run(pinned, ['server/commands/build.ts'], ownGroup)) !== 0) {
    fail('Flowtill could not be built.')
  }
  writeStamp('build', expected)
}

// Names, sizes and times: reading every file would take longer than starting.
function sourcesHash() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const folder of ['client', 'server', 'shared']) {
    for (const name of readdirSync(folder, { recursive: true }).sort()) {
      const { size, mtimeMs } = statSync(join(folder, name))
      hash.update(`${folder}/${name} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

function readStamp(name) {
  const file = join(stamps, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function writeStamp(name, text) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), text)
}

/** Runs a command to its end and returns its exit status; 128 and the signal's number when a signal ended it. */
function run(command, args, options) {
  return new Promise((resolve) => {
    child = spawn(command, args, { stdio: 'inherit', ...options })
    hasOwnGroup = options?.detached === true
    child.on('error', () => resolve(1))
    child.on('exit', (status, signal) => {
      child = undefined
      const code = status ?? codeOf(signal)
      // A build or an installation that was interrupted is no failure to explain.
      return stopped && status !== 0 ? process.exit(status ?? codeOf(stopped.signal)) : resolve(code)
    })
  })
}

/** The first signal is forwarded and the child ends in its own time; a later one ends it at once. */
function handleSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => stop(signal))
  }
  // A shell between npm and this process may end on a signal without forwarding it.
  const parent = process.ppid
  const poll = process.env.npm_lifecycle_event && setInterval(watchParent, PARENT_POLL_MS).unref()

  function watchParent() {
    if (process.ppid !== parent) {
      clearInterval(poll)
      stop('SIGTERM')
    }
  }
}

function stop(signal) {
  const isFirst = stopped === undefined
  stopped ??= { signal, at: Date.now() }
  if (!child) {
    process.exit(codeOf(signal))
  } else if (isFirst) {
    send(signal)
  } else if (Date.now() - stopped.at > REPEAT_MS) {
    send('SIGKILL')
  }
}

function send(signal) {
  if (!hasOwnGroup) {
    child.kill(signal)
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has just ended.
  }
}

function codeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}

function describe(text) {
  process.stdout.write(`${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
