import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, exerciseProgramFiles, signIn, signUpAndAsk } from './exercise-program.ts'

const NOBODY = 65_534
const STARTS = 7
const POLL_MS = 3
const START_MS = 60_000
const IDLE_MS = 5_000
const MEBIBYTE = 1024 * 1024

type Figures = Record<string, string>

/**
 * Runs the executable in a root that has nothing but itself, the libraries it is linked with, /proc, /dev/null, /tmp and
 * /data, as a user without rights. There it starts, answers, is backed up, restored and examined. Prints figures; throws at the
 * first difference. Needs Linux and root.
 */
export async function checkBinary(executable: string) {
  assert.equal(process.getuid?.(), 0, 'An empty root needs root, for chroot.')
  const root = mkdtempSync(join(tmpdir(), 'flowtill-root-'))
  const port = await freePort()
  const program = openProgram(root, port)
  try {
    fillRoot(root, executable)
    const figures = await exercise(program, executable)
    for (const [name, value] of Object.entries(figures)) {
      process.stdout.write(`${name.padEnd(34)} ${value}\n`)
    }
  } finally {
    program.kill()
    rmSync(root, { recursive: true, force: true })
  }
}

async function exercise(program: ReturnType<typeof openProgram>, executable: string): Promise<Figures> {
  const { start, run, root, url } = program
  assert.match(run('--version'), /^\d+\.\d+\.\d+\n$/)
  assert.match(run('--help'), /flowtill backup FILE/)
  const [first, ...rest] = await measureStarts(start)
  const unpacked = unpackedFolders(root)

  const server = await start()
  await pause(IDLE_MS)
  const memory = server.memory()
  const { flowId, token } = await signUpAndAsk(url)
  await exerciseProgramFiles(url, token, flowId)
  assert.match(run('backup', '/data/backup.db'), /is sound/)
  assert.match(run('doctor'), /^ok\s+Database/m)
  await server.stop()

  rmSync(join(root, 'data/flowtill.db'))
  assert.match(run('restore', '/data/backup.db'), /accounts: 1/)
  for (const command of ['migrate', 'check-ledger', 'check-audit', 'check-runs', 'doctor']) {
    run(command)
  }
  const again = await start()
  await ask(url, await signIn(url), flowId)
  await again.stop()
  assert.deepEqual(unpackedFolders(root), unpacked, 'A later start unpacked the program again.')

  const size = statSync(executable).size
  return {
    'size of the file': `${(size / 1e6).toFixed(1)} MB`,
    'as .xz': `${(sizeAsXz(executable) / 1e6).toFixed(1)} MB`,
    'files in the empty root': String(program.files),
    'first start to first 200': `${first} ms (unpacks)`,
    'later starts': `${Math.min(...rest)} ms at best, median ${median(rest)} ms`,
    'resident when idle': `${memory.resident} MiB, of which ${memory.anonymous} MiB of its own`,
    'load of the machine': readFileSync('/proc/loadavg', 'utf8').split(' ', 1).join(),
  }
}

async function measureStarts(start: ReturnType<typeof openProgram>['start']): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < STARTS; count += 1) {
    const { ms, stop } = await start()
    times.push(ms)
    await stop()
  }
  return times
}

function fillRoot(root: string, executable: string) {
  for (const folder of ['proc', 'dev', 'tmp', 'data']) {
    mkdirSync(join(root, folder))
  }
  for (const folder of [root, join(root, 'proc'), join(root, 'dev')]) {
    chmodSync(folder, 0o755)
  }
  chmodSync(join(root, 'tmp'), 0o1777)
  execFileSync('mknod', ['--mode=666', join(root, 'dev/null'), 'c', '1', '3'])
  execFileSync('chown', [`${NOBODY}:${NOBODY}`, join(root, 'data')])
  copyFileSync(executable, join(root, 'flowtill'))
  for (const library of listLibraries(executable)) {
    mkdirSync(join(root, dirname(library)), { recursive: true })
    copyFileSync(realpathSync(library), join(root, library))
  }
}

/** Paths of what the dynamic loader needs, and of the loader itself. */
function listLibraries(executable: string): string[] {
  const lines = execFileSync('ldd', [executable], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])
}

function openProgram(root: string, port: number) {
  const env = { DATA_DIR: '/data', PORT: String(port), FLOWTILL_CACHE: '/tmp/flowtill' }
  const url = `http://127.0.0.1:${port}`
  const user = `${NOBODY}:${NOBODY}`
  // Each is replaced by the next, so that signals reach the program.
  const script = `mount -t proc proc ${root}/proc && exec env -i "$@"`
  const argumentsOf = (words: readonly string[]) => [
    ...['--mount', 'sh', '-c', script, 'sh'],
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...[realpathSync('/usr/sbin/chroot'), `--userspec=${user}`, root, '/flowtill', ...words],
  ]
  let child: ChildProcess | undefined

  async function start() {
    const begun = performance.now()
    const server = spawn('unshare', argumentsOf([]), { stdio: ['ignore', 'ignore', 'inherit'] })
    child = server
    const ms = await firstAnswer(url, server, begun)
    return {
      ms,
      memory: () => memoryOf(server.pid),
      async stop() {
        const [[status]] = await Promise.all([once(server, 'exit'), server.kill('SIGTERM')])
        assert.equal(status, 0, 'The server did not end gracefully.')
      },
    }
  }

  return {
    ...{ root, url, start },
    run: (...words: string[]) => execFileSync('unshare', argumentsOf(words), { encoding: 'utf8' }),
    get files() {
      return readdirSync(root, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && !/\/(tmp|data|proc)(\/|$)/.test(entry.parentPath.slice(root.length)),
      ).length
    },
    kill: () => child?.kill('SIGKILL'),
  }
}

async function firstAnswer(url: string, server: ChildProcess, begun: number): Promise<number> {
  while (performance.now() - begun < START_MS) {
    assert.equal(server.exitCode, null, 'The server ended at its start.')
    const response = await fetch(`${url}/api/v1/ping`).catch(() => undefined)
    if (response?.status === 200) {
      return Math.round(performance.now() - begun)
    }
    await pause(POLL_MS)
  }
  throw new Error('The server did not answer within a minute.')
}

function memoryOf(pid: number | undefined) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Math.round((Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / MEBIBYTE)
  return { resident: read('VmRSS'), anonymous: read('RssAnon') }
}

function unpackedFolders(root: string) {
  const cache = join(root, 'tmp/flowtill')
  return existsSync(cache)
    ? readdirSync(cache).map((name) => ({ name, made: statSync(join(cache, name)).birthtimeMs }))
    : []
}

function sizeAsXz(file: string): number {
  return execFileSync('xz', ['-6', '-T0', '-c', file], { maxBuffer: 1e9 }).length
}

const median = (values: readonly number[]) =>
  values.toSorted((first, second) => first - second)[values.length >> 1]

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
