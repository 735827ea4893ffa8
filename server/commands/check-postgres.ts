import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// npm run check-postgres: the suites about tables and repositories on a real PostgreSQL, which is started for them
// and thrown away. Needs the server's programs: "apt-get install postgresql" on Debian.
const MIN_VERSION = 15
const bin = findPrograms()
const folder = mkdtempSync(join(tmpdir(), 'flowtill-postgres-'))
// PostgreSQL does not run as root.
const isRoot = process.getuid?.() === 0
chmodSync(folder, 0o777)
const data = join(folder, 'data')
const settings = `-c fsync=off -c listen_addresses='' -c max_connections=100 -k ${folder}`
let status = 1
try {
  run('initdb', ['-D', data, '-U', 'flowtill', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', join(folder, 'log'), 'start'])
  const url = `postgres://flowtill@localhost/postgres?host=${encodeURIComponent(folder)}`
  const suites = ['vitest', 'run', '--project', 'postgres', ...process.argv.slice(2)]
  const tests = spawnSync('npx', suites, {
    stdio: 'inherit',
    // biome-ignore lint/style/noProcessEnv: the tests run in the environment of this command
    env: { ...process.env, TEST_DATABASE_URL: url },
  })
  status = tests.status ?? 1
} finally {
  if (existsSync(join(data, 'postmaster.pid'))) {
    run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  }
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = status

function run(program: string, args: string[]) {
  const [command = '', ...rest] = isRoot
    ? ['runuser', '-u', 'postgres', '--', join(bin, program), ...args]
    : [join(bin, program), ...args]
  const { status: code, error } = spawnSync(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
  })
  if (code !== 0) {
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
    process.stderr.write(
      `PostgreSQL ${MIN_VERSION} or newer is needed: install it with "apt-get install postgresql".\n`,
    )
    process.exit(1)
  }
  return found[0].path
}
