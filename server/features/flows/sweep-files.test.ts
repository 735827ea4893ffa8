import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

test('what a process has left that died after its transaction is removed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-sweep-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { services, signUp } = await createTestApp({ env: { DATA_DIR: folder } })
  const root = await signUp('root')
  const create = async () =>
    (await root.call('POST', '/chatflows', { name: 'One', type: 'CHATFLOW' })).json().id
  const [alive, removed] = [await create(), await create()]
  await root.call('DELETE', `/chatflows/${removed}`)
  for (const id of [alive, removed, 'unknown']) {
    await services.files.put(id, 'menu.txt', Buffer.from('soup'))
  }
  mkdirSync(join(folder, 'uploads', removed, 'chat'), { recursive: true })
  writeFileSync(join(folder, 'uploads', removed, 'chat', 'a.txt'), 'a')
  for (const [name, days] of [
    ['interrupted', 2],
    ['in-progress', 0],
  ] as const) {
    const path = join(folder, 'writing', name)
    writeFileSync(path, 'x')
    const changed = Date.now() / 1_000 - days * 86_400
    utimesSync(path, changed, changed)
  }

  await services.sweepFiles()

  expect(readdirSync(join(folder, 'files')).toSorted()).toEqual([alive, 'unknown'].toSorted())
  expect(existsSync(join(folder, 'uploads', removed))).toBe(false)
  expect(readdirSync(join(folder, 'writing'))).toEqual(['in-progress'])
})
