import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fastFolder } from './fast-folder.ts'

test('a missing folder is replaced by the temporary folder', () => {
  expect(fastFolder(join(tmpdir(), 'missing'))).toBe(tmpdir())
})

test.runIf(process.platform === 'linux')('a file system without room is replaced as well', () => {
  expect(fastFolder('/proc')).toBe(tmpdir())
})

test('tests use the chosen folder for temporary files', () => {
  expect(tmpdir()).toBe(fastFolder())
})
