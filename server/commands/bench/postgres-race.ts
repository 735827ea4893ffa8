// The same race on a real PostgreSQL, started from apt's package in a folder of its own: node
// server/commands/bench/postgres-race.ts
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PORT = 54_329
const packages = '/usr/lib/postgresql'

const [version] = existsSync(packages) ? readdirSync(packages).toSorted().reverse() : []
if (!version) {
  process.stderr.write('There is no PostgreSQL here. Install it: apt-get install postgresql\n')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'flowtill-postgres-'))
// PostgreSQL does not run as root.
const who = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
if (who.uid !== undefined && who.gid !== undefined) {
  chownSync(folder, who.uid, who.gid)
}
const program = (name: string) => join(packages, version, 'bin', name)
execFileSync(program('initdb'), ['-D', join(folder, 'data'), '-U', 'race', '-A', 'trust'], {
  ...who,
  cwd: folder,
})
const options = [
  '-D',
  join(folder, 'data'),
  '-p',
  String(PORT),
  '-k',
  folder,
  '-c',
  'listen_addresses=127.0.0.1',
]
const server = spawn(program('postgres'), options, { ...who, cwd: folder, stdio: 'ignore' })
try {
  await whenReady()
  const url = `postgres://race@127.0.0.1:${PORT}/postgres`
  execFileSync(process.execPath, [join(import.meta.dirname, 'ledger-race.ts'), 'judge', url], {
    // Schemas are built for the dialect of this URL.
    env: { DATABASE_URL: url },
    stdio: 'inherit',
  })
} finally {
  server.kill('SIGINT')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

function idOf(flag: string) {
  return Number(execFileSync('id', [flag, 'postgres']))
}

async function whenReady() {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      execFileSync(program('pg_isready'), ['-h', '127.0.0.1', '-p', String(PORT)], { stdio: 'ignore' })
      return
    } catch {
      await pause(100)
    }
  }
  throw new Error('PostgreSQL did not start.')
}
