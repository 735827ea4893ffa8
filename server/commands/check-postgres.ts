import { spawnSync } from 'node:child_process'
import { startPostgres } from '../testing/start-postgres.ts'

// npm run check-postgres: the suites about tables and repositories on a real PostgreSQL, which is started for them
// and thrown away. Needs the server's programs: "apt-get install postgresql" on Debian.
const postgres = startPostgres()
try {
  const suites = ['vitest', 'run', '--project', 'postgres', ...process.argv.slice(2)]
  const tests = spawnSync('npx', suites, {
    stdio: 'inherit',
    // biome-ignore lint/style/noProcessEnv: the tests run in the environment of this command
    env: { ...process.env, TEST_DATABASE_URL: postgres.url },
  })
  process.exitCode = tests.status ?? 1
} finally {
  postgres.stop()
}
