import { type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

// All checks, as `npm run check`. What uses one core runs beside one another; the tests, which use all, one after the other.
const first = await Promise.all(['lint', 'unused', 'types', 'build'].map(quietly))
const isSound =
  first.every(Boolean) &&
  (await run(['test:unit'])) &&
  // A journey waits as often as it works: three of them fill two cores. The product was built above.
  (await run(['test:e2e', '--', '--maxWorkers=3'], { FLOWTILL_IS_BUILT: '1' }))
process.exit(isSound ? 0 : 1)

/** What it says comes in one piece, when it is over. */
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
  // The npm beside us, under the pinned Node.
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
