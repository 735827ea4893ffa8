import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { credentials } from '#server/features/credentials/credentials.table.ts'
import { seal, unseal } from '#server/features/credentials/seal.ts'
import { createTestApp } from '#server/testing/test-app.ts'

// An attacker with write access to the database cannot get a credential opened that they could not open before.

const key = Buffer.alloc(32, 7)
const about = 'credential:1:ada:openAIApi'

test('a sealed text with any one byte changed cannot be opened', () => {
  const sealed = seal(key, { openAIApiKey: 'sk-secret' }, about)
  const [version = '', ...parts] = sealed.split('.')
  let tried = 0
  for (const [at, part] of parts.entries()) {
    const bytes = Buffer.from(part, 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      const text = [version, ...parts.with(at, changed.toString('base64url'))].join('.')
      expect(() => unseal(key, text, about)).toThrow()
      tried += 1
    }
  }
  expect(tried).toBeGreaterThan(50)
  expect(unseal(key, sealed, about)).toEqual({ openAIApiKey: 'sk-secret' })
})

test.each([
  ['another version', (text: string) => text.replace('v1', 'v2')],
  ['a shortened tag', (text: string) => text.slice(0, -6)],
  ['no tag', (text: string) => text.split('.').slice(0, 3).join('.')],
  ['nothing', () => ''],
])('%s cannot be opened', (_, change) => {
  const sealed = seal(key, 'secret', about)

  expect(() => unseal(key, change(sealed), about)).toThrow()
})

test('it cannot be opened with another key, row, owner or kind', () => {
  const sealed = seal(key, 'secret', about)

  expect(() => unseal(Buffer.alloc(32, 8), sealed, about)).toThrow()
  for (const other of [
    'credential:2:ada:openAIApi',
    'credential:1:eve:openAIApi',
    'credential:1:ada:azureOpenAIApi',
  ]) {
    expect(() => unseal(key, sealed, other)).toThrow()
  }
})

test('a hundred thousand nonces are distinct', { timeout: 60_000 }, () => {
  const nonces = new Set<string>()
  for (let index = 0; index < 100_000; index += 1) {
    nonces.add(seal(key, '', about).split('.')[1] ?? '')
  }
  expect(nonces.size).toBe(100_000)
})

test('a secret copied into the row of another user cannot be decrypted', async () => {
  const { signUp, store } = await createTestApp()
  const make = (secret: string) => ({
    name: 'Key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: secret },
  })
  await signUp('root')
  const ada = await signUp('ada')
  const eve = await signUp('eve')
  const { id: hers } = (await ada.call('POST', '/credentials', make('sk-of-ada'))).json()
  const { id: eves } = (await eve.call('POST', '/credentials', make('sk-of-eve'))).json()
  const [row] = await store.db.select().from(credentials).where(eq(credentials.id, hers))

  await store.transaction(async (tx) => {
    await tx
      .update(credentials)
      .set({ sealed: row?.sealed ?? '' })
      .where(eq(credentials.id, eves))
  })

  const answer = await eve.call('GET', `/credentials/${eves}`)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error).toBe('This credential was sealed with another key. Enter its values again.')
  const renewed = { plainDataObj: { openAIApiKey: 'sk-new' } }
  expect((await eve.call('PUT', `/credentials/${eves}`, renewed)).statusCode).toBe(200)
  expect((await eve.call('GET', `/credentials/${eves}`)).statusCode).toBe(200)
  expect(answer.body).not.toContain('sk-of')
})
