import { type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

// `npm run check -- --changed` checks only what uncommitted changes can have broken, without end-to-end tests.
if (process.argv.includes('--changed')) {
  const results = await Promise.all([
    ...['lint', 'types'].map(quietly),
    run(['test:unit', '--', '--changed', '--passWithNoTests']),
  ])
  process.exit(results.every(Boolean) ? 0 : 1)
}

// Runs all checks, as `npm run check`. Single-core checks run in parallel; the tests, which use all cores, run in
// sequence.
const first = await Promise.all(['lint', 'unused', 'types', 'build'].map(quietly))
const isSound =
  first.every(Boolean) &&
  (await run(['test:unit'])) &&
  // An end-to-end test waits as much as it works, so three of them use two cores. The product was built above.
  (await run(['test:e2e', '--', '--maxWorkers=3'], { FLOWTILL_IS_BUILT: '1' }))
process.exit(isSound ? 0 : 1)

async function quietly(script: string) {
  let said = ''
  const isGood = await run([script], {}, 'pipe', (text) => {
    said += text
  })
  process.stdout.write(`${script}: ${isGood ? 'good' : 'failed'}\n${isGood ? '' : said}`)
  return isGood
}

function run(
  words: string[],
  env: Record<string, string> = {},
  stdio: SpawnOptions['stdio'] = 'inherit',
  hear: (text: string) => void = () => undefined,
) {
  // The npm installed beside the running Node, for the pinned version.
  const npm = join(dirname(process.execPath), 'npm')
  const child = spawn(existsSync(npm) ? npm : 'npm', ['run', '--silent', ...words], {
    stdio,
    // biome-ignore lint/style/noProcessEnv: all of it is handed on
    env: { ...process.env, ...env },
  })
  child.stdout?.on('data', (chunk) => hear(String(chunk)))
  child.stderr?.on('data', (chunk) => hear(String(chunk)))
  return new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
