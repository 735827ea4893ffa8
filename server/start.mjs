// `npm start` and `npm test` on any machine: whatever Node started this, it installs and builds what is missing, then goes
// on under the Node that the lock file pins. Plain JavaScript without dependencies, because at first there are none.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment, nodeFlags } from './process-settings.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamps = join(root, 'node_modules', '.flowtill')
const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

main()

function main() {
  process.chdir(root)
  install()
  const [word] = process.argv.slice(2)
  if (word === '--test') {
    run(pinned, ['server/commands/test.ts'])
    return
  }
  build()
  run(pinned, [...nodeFlags, 'dist/server/main.mjs', ...process.argv.slice(2)])
}

function install() {
  const wanted = hashOf(['package.json', 'package-lock.json'])
  if (existsSync(pinned) && readStamp('install') === wanted) {
    return
  }
  say('Installing what Flowtill needs (once)…')
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) {
    fail('The packages could not be installed. Is the npm registry reachable?')
  }
  if (!existsSync(pinned)) {
    fail(
      `There is no Node for ${process.platform} on ${process.arch} among the pinned ones. Use Linux, macOS on ARM, or Windows on x64.`,
    )
  }
  writeStamp('install', wanted)
}

function build() {
  const wanted = sourcesHash()
  if (
    existsSync('dist/server/main.mjs') &&
    existsSync('dist/client/index.html') &&
    readStamp('build') === wanted
  ) {
    return
  }
  say('Building Flowtill (once)…')
  if (spawnSync(pinned, ['server/commands/build.ts'], { stdio: 'inherit' }).status !== 0) {
    fail('Flowtill could not be built.')
  }
  writeStamp('build', wanted)
}

// Names, sizes and times: reading every file would take longer than starting.
function sourcesHash() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const room of ['client', 'server', 'shared']) {
    for (const name of readdirSync(room, { recursive: true }).sort()) {
      const { size, mtimeMs } = statSync(join(room, name))
      hash.update(`${room}/${name} ${size} ${mtimeMs}\n`)
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

// The child has the terminal: a Ctrl+C reaches it by itself, other signals are passed on, and its exit is ours.
function run(command, args) {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...nodeEnvironment, ...process.env } })
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (status, signal) => process.exit(status ?? (signal ? 128 : 1)))
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
