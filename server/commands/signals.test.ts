import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundleForTests } from '#server/testing/bundle/bundle-for-tests.ts'

// The process tree as users start it: npm, a shell, start.mjs, and the server or a command that start.mjs runs
// first.

let folder = ''
beforeAll(async () => {
  // Inside the project, because the program looks there for its own files.
  mkdirSync('dist', { recursive: true })
  folder = mkdtempSync('dist/signals-')
  for (const directory of [
    'server/commands',
    'client/e2e',
    'shared',
    'node_modules/.bin',
    'node_modules/.flowtill',
  ]) {
    mkdirSync(join(folder, directory), { recursive: true })
  }
  cpSync('server/start.mjs', join(folder, 'server/start.mjs'))
  for (const name of [
    'server/process-settings.mjs',
    'server/commands/test.ts',
    'client/e2e/find-chromium.ts',
  ]) {
    cpSync(name, join(folder, name))
  }
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  write('package.json', '{ "type": "module", "scripts": { "start": "node server/start.mjs" } }')
  write('package-lock.json', '{}')
  const installed = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json']) {
    installed.update(readFileSync(join(folder, name)))
  }
  write('node_modules/.flowtill/install', installed.digest('hex'))
  await bundleForTests(join(folder, 'dist/server'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string) {
  writeFileSync(join(folder, name), text)
}

/** Starts the command with `build` as the build script, and waits until some process prints a match of `sign`. */
async function start(command: string[], build: string, sign: RegExp) {
  write('server/commands/build.ts', build)
  const settings = ['PORT=0', `DATA_DIR=${mkdtempSync(join(folder, 'data-'))}`]
  const child = spawn('env', [...settings, ...command], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  // A pipe closes when the last process that holds it has ended.
  const ended = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      return sign.test(text) && resolve()
    })
    child.once('close', () => reject(new Error(`It ended early: ${text}`)))
  })
  return { child, ended, text, exited: ended.then(() => codeOf(child)) }
}

function codeOf({ exitCode, signalCode }: ChildProcess) {
  return exitCode ?? signalCode
}

const builds = "process.stdout.write('built')"
const buildsForever = "process.stdout.write('building'); setInterval(() => undefined, 1000)"
const ready = /ready at (http:\S+)/

test.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to start.mjs shuts the server down in order',
  async (signal) => {
    const { child, exited, text } = await start(['node', 'server/start.mjs'], builds, ready)

    child.kill(signal)

    expect(await exited).toBe(0)
    await expect(fetch(ready.exec(text)?.[1] ?? '')).rejects.toThrow('fetch failed')
  },
)

test('SIGTERM to npm leaves no process', async () => {
  const { child, ended, text } = await start(['npm', 'start'], builds, ready)

  child.kill('SIGTERM')

  await ended
  await expect(fetch(ready.exec(text)?.[1] ?? '')).rejects.toThrow('fetch failed')
})

test('the server stops when start.mjs is killed', async () => {
  const { child, ended } = await start(['node', 'server/start.mjs'], builds, ready)

  child.kill('SIGKILL')

  await ended
})

test('a shell that exits without forwarding the signal leaves no process', async () => {
  const shell = ['npm_lifecycle_event=start', 'sh', '-c', 'node server/start.mjs; true']
  const { child, ended } = await start(shell, builds, ready)

  child.kill('SIGTERM')

  await ended
})

test('SIGTERM during the build stops the build', async () => {
  const { child, exited } = await start(['node', 'server/start.mjs'], buildsForever, /building/)

  child.kill('SIGTERM')

  expect(await exited).toBe(128 + 15)
})

// A grandchild process behind npm and vitest: only a signal to the process group reaches it. Its parent is ready for
// signals before it.
const isSlow = (handlers = '') => `
  ${handlers} setInterval(() => undefined, 1000)
  const { spawn } = process.getBuiltinModule('node:child_process')
  const slow = "${handlers} process.stdout.write('slow'); setInterval(() => undefined, 1000)"
  spawn(process.execPath, ['-e', slow], { stdio: 'inherit' })`
const ignores = "process.on('SIGTERM', () => process.stdout.write('ignored'));"

test('SIGTERM to npm test leaves no process', async () => {
  write('server/commands/check.ts', isSlow())
  const { child, exited } = await start(['node', 'server/start.mjs', '--test'], builds, /slow/)

  child.kill('SIGTERM')

  expect(await exited).toBe(128 + 15)
})

test('a second signal stops a build that ignores the first, with all its processes', async () => {
  const { child, exited } = await start(['node', 'server/start.mjs'], isSlow(ignores), /slow/)
  child.kill('SIGTERM')
  await once(child.stdout, 'data')
  // For a second, a repeated signal counts as the same one.
  const repeated = setInterval(() => child.kill('SIGTERM'), 50)
  onTestFinished(() => clearInterval(repeated))

  expect(await exited).toBe(128 + 15)
})

test('SIGTERM during the installation stops the installation', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(bin, 'npm'), `#!${process.execPath}\n${isSlow()}`, { mode: 0o755 })
  // biome-ignore lint/style/noProcessEnv: the fake npm stands before the real one
  const path = `PATH=${resolve(bin)}:${process.env.PATH}`
  const installed = join(folder, 'node_modules/.flowtill/install')
  const stamp = readFileSync(installed)
  rmSync(installed)
  onTestFinished(() => writeFileSync(installed, stamp))
  const command = ['env', '-u', 'npm_execpath', path, 'node', 'server/start.mjs']
  const { child, exited } = await start(command, builds, /slow/)

  child.kill('SIGTERM')

  expect(await exited).toBe(128 + 15)
})
