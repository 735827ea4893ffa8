import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBundle } from '#server/testing/bundle/bundle-for-tests.ts'

// The real server, whose backups run in processes of their own.

let bundle: Awaited<ReturnType<typeof openBundle>>
beforeAll(async () => {
  bundle = await openBundle()
})
afterAll(() => bundle.remove())

function aHome() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-scheduled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [data, backups] = [join(folder, 'data'), join(folder, 'backups')]
  mkdirSync(backups)
  return { data, backups, names: () => readdirSync(backups) }
}

function run(env: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, [bundle.entry, ...words], { env: { PATH: '', PORT: '0', ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

const isWhole = (name: string) => !name.includes('.')

async function stop({ child, ended }: { child: ChildProcess; ended: Promise<number | null> }) {
  child.kill('SIGTERM')
  return ended
}

test('a server takes its first backup by itself, and it restores into an empty folder', async () => {
  const { data, backups, names } = aHome()
  const server = run({ DATA_DIR: data, BACKUP_DIR: backups })
  await expect.poll(() => names().filter(isWhole), { timeout: 30_000 }).toHaveLength(1)
  expect(await stop(server)).toBe(0)
  const elsewhere = join(data, '..', 'elsewhere')
  mkdirSync(elsewhere)
  copyFileSync(join(data, 'secrets.json'), join(elsewhere, 'secrets.json'))

  const restored = run({ DATA_DIR: elsewhere }, ['restore', join(backups, names()[0] ?? '')])

  expect(await restored.ended).toBe(0)
  expect(restored.output()).toContain('is the backup, and is sound')
  expect(existsSync(join(elsewhere, 'flowtill.db'))).toBe(true)
}, 60_000)

test('a server killed during a backup leaves none that counts, and the next one takes it again', async () => {
  const { data, backups, names } = aHome()
  const first = run({ DATA_DIR: data, BACKUP_DIR: backups })
  await expect.poll(names, { timeout: 30_000, interval: 2 }).toEqual([expect.stringContaining('.writing')])
  first.child.kill('SIGKILL')
  await first.ended
  expect(names().filter(isWhole)).toEqual([])

  const second = run({ DATA_DIR: data, BACKUP_DIR: backups })

  await expect.poll(names, { timeout: 30_000 }).toEqual([expect.stringMatching(/^[^.]+$/)])
  expect(await stop(second)).toBe(0)
}, 90_000)

test('without its folder the server serves, and its log says what to do', async () => {
  const { data } = aHome()
  const missing = join(data, '..', 'unmounted')
  const server = run({ DATA_DIR: data, BACKUP_DIR: missing })

  await expect.poll(server.output, { timeout: 30_000 }).toContain(`There is no folder ${missing}. Create it`)

  expect(server.output()).toContain('Flowtill is ready')
  expect(existsSync(missing)).toBe(false)
  expect(await stop(server)).toBe(0)
}, 60_000)
