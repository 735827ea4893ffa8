import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findNearTests, readSources } from './near-tests.ts'

/** Tests use the product built before, instead of building it again. */
const built = { FLOWTILL_IS_BUILT: '1' }

// `npm run check` runs every check. `npm run check -- --changed` takes at most a minute: it checks what uncommitted
// changes most likely broke, without end-to-end tests, PostgreSQL or the policy of unchanged routes.
const isSound = await (process.argv.includes('--changed') ? checkChanges() : checkAll())
process.exit(isSound ? 0 : 1)

// Single-core checks run in parallel; the tests, which use all cores, run in sequence.
async function checkAll() {
  const results = await Promise.all(['lint', 'unused', 'types', 'build'].map((script) => runSilently(script)))
  return (
    results.every(Boolean) &&
    (await run('test:unit', [], { env: built })) &&
    // An end-to-end test waits as much as it works, so three of them use two cores.
    (await run('test:e2e', ['--maxWorkers=3'], { env: built }))
  )
}

async function checkChanges() {
  const changed = listChanges()
  const tests = selectTests(changed)
  const results = await Promise.all([
    runSilently('lint', ['--no-errors-on-unmatched', ...changed.filter((path) => existsSync(path))]),
    runSilently('types', ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']),
    run('test:near', [...tests, ...(changed.some(isAboutSql) ? ['--project', 'postgres'] : [])]),
  ])
  return results.every(Boolean)
}

function listChanges() {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
}

function isAboutSql(path: string) {
  return /\.(repository|table)\.ts$|^server\/db\/|^drizzle\//.test(path)
}

function isAboutAccess(path: string) {
  return /\.(router|routes)\.ts$|^server\/(policy|guard|context|trpc|router|app)\b/.test(path)
}

function selectTests(changed: string[]) {
  const MAX_FILES = 8
  const near = findNearTests(changed, readSources())
  if (near.length > MAX_FILES) {
    process.stdout.write(
      `The ${MAX_FILES} nearest of ${near.length} test files run; \`npm test\` runs all.\n`,
    )
  }
  const rules = [
    'server/testing/floors.test.ts',
    'server/testing/words.test.ts',
    'server/testing/documents.test.ts',
  ]
  const policy = changed.some(isAboutAccess) ? ['server/policy.test.ts'] : []
  return [...new Set([...near.slice(0, MAX_FILES), ...rules, ...policy])]
}

/** Prints the output of a script only when it failed. */
async function runSilently(script: string, args: string[] = []) {
  let output = ''
  const isGood = await run(script, args, {
    stdio: 'pipe',
    onOutput: (text) => {
      output += text
    },
  })
  process.stdout.write(`${script}: ${isGood ? 'good' : 'failed'}\n${isGood ? '' : output}`)
  return isGood
}

type Options = {
  env?: Record<string, string>
  stdio?: SpawnOptions['stdio']
  onOutput?: (text: string) => void
}

function run(script: string, args: string[] = [], { env, stdio = 'inherit', onOutput }: Options = {}) {
  // The npm installed beside the running Node, for the pinned version.
  const npm = join(dirname(process.execPath), 'npm')
  const child = spawn(existsSync(npm) ? npm : 'npm', ['run', '--silent', script, '--', ...args], {
    stdio,
    // biome-ignore lint/style/noProcessEnv: all of it is handed on
    env: { ...process.env, ...env },
  })
  child.stdout?.on('data', (chunk) => onOutput?.(String(chunk)))
  child.stderr?.on('data', (chunk) => onOutput?.(String(chunk)))
  return new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
