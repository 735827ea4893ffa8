import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIN_VERSION = 15

/**
 * A real PostgreSQL that is thrown away, reached over a socket. Needs the server's programs: "apt-get install postgresql" on Debian.
 * Throws when there are none.
 */
export function startPostgres() {
  const bin = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-postgres-'))
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const settings = `-c fsync=off -c listen_addresses='' -c max_connections=200 -k ${folder}`
  const run = (program: string, args: string[]) => runAsUser(join(bin, program), args, folder)

  function stop() {
    if (existsSync(join(data, 'postmaster.pid'))) {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    }
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    run('initdb', ['-D', data, '-U', 'flowtill', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
    run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', join(folder, 'log'), 'start'])
  } catch (error) {
    stop()
    throw error
  }
  return { url: `postgres://flowtill@localhost/postgres?host=${encodeURIComponent(folder)}`, stop }
}

/** PostgreSQL does not run as root. */
function runAsUser(program: string, args: string[], cwd: string) {
  const isRoot = process.getuid?.() === 0
  const [command = '', ...rest] = isRoot
    ? ['runuser', '-u', 'postgres', '--', program, ...args]
    : [program, ...args]
  const { status, error } = spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd })
  if (status !== 0) {
    throw new Error(`${program} failed.`, { cause: error })
  }
}

/** The folder with the newest PostgreSQL of this machine. */
function findPrograms() {
  const found = globSync([
    '/usr/lib/postgresql/*/bin/initdb',
    '/usr/pgsql-*/bin/initdb',
    '/opt/homebrew/opt/postgresql@*/bin/initdb',
  ])
    .map((path) => ({ path: join(path, '..'), version: Number(/(\d+)\/bin/.exec(path)?.[1]) }))
    .filter(({ version }) => version >= MIN_VERSION)
    .toSorted((a, b) => b.version - a.version)
  if (!found[0]) {
    throw new Error(
      `PostgreSQL ${MIN_VERSION} or newer is needed: install it with "apt-get install postgresql".`,
    )
  }
  return found[0].path
}
