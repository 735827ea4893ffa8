import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSecrets } from './secrets.ts'

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('are created once, readable by their owner only, and read back unchanged', () => {
  const folder = aFolder()

  const made = readSecrets(folder, true)

  expect(readSecrets(folder, false)).toEqual(made)
  expect(made.credentialKey).toHaveLength(32)
  expect(made.credentialKey).not.toEqual(made.tokenSecret)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('are never generated next to data sealed with other secrets', () => {
  expect(() => readSecrets(aFolder(), false)).toThrow('Put the file back')
})

test.each(['{}', 'no json', '{"tokenSecret":"AAAA","credentialKey":"AAAA"}'])(
  '%s is rejected and left unchanged',
  (text) => {
    const folder = aFolder()
    writeFileSync(join(folder, 'secrets.json'), text)

    expect(() => readSecrets(folder, true)).toThrow('damaged')

    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe(text)
  },
)
