import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { packFiles } from './archive.ts'
import { openProgramCache } from './program-cache.ts'

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { parent: join(folder, 'cache'), env: { FLOWTILL_CACHE: join(folder, 'cache') } }
}

const archive = packFiles(
  [
    { path: 'dist/main.mjs', content: Buffer.from('run()') },
    { path: 'drizzle/sqlite/0000.sql', content: Buffer.from('') },
  ],
  1,
)

test('the first start unpacks the program for its owner alone, later ones find it', () => {
  const { parent, env } = openFolder()
  const read = vi.fn(() => archive)

  const folder = openProgramCache('abc', read, env)

  expect(folder).toBe(join(parent, 'abc'))
  expect(readFileSync(join(folder, 'dist/main.mjs'), 'utf8')).toBe('run()')
  expect(existsSync(join(folder, 'drizzle/sqlite/0000.sql'))).toBe(true)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(openProgramCache('abc', read, env)).toBe(folder)
  expect(read).toHaveBeenCalledTimes(1)
  openProgramCache('def', read, env)
  expect(readdirSync(parent)).toEqual(['abc', 'def'])
})

test('a damaged archive leaves nothing behind', () => {
  const { parent, env } = openFolder()
  expect(() => openProgramCache('abc', () => Buffer.from('no archive'), env)).toThrow()
  expect(readdirSync(parent)).toEqual([])
})

test('a program in a folder that others may write to is not run', () => {
  const { parent, env } = openFolder()
  openProgramCache('abc', () => archive, env)
  chmodSync(join(parent, 'abc'), 0o777)
  expect(() => openProgramCache('abc', () => archive, env)).toThrow(
    'Set FLOWTILL_CACHE to a folder of your own',
  )
})
