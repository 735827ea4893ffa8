import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { credentialKeyChecks } from '#server/features/credentials/credential-key.table.ts'
import { createServices } from '#server/services.ts'
import { openHome } from './open-home.ts'

const mismatch = 'The credentialKey in secrets.json is not the one'

async function openInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: folder })
  const { store, secrets, unlock } = await openHome(config)
  const services = createServices({ store, config, secrets })
  const account = { username: 'root', email: 'root@example.com', password: 'a long enough password' }
  await services.auth.register(account, { address: '127.0.0.1', userAgent: '' })
  const close = async () => {
    await store.close()
    unlock()
  }
  return { config, store, close, file: join(folder, 'secrets.json') }
}

function changeKey(file: string) {
  const secrets = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...secrets, credentialKey: randomBytes(32).toString('base64') }))
}

test('a changed credential key is detected at the start', async () => {
  const { config, close, file } = await openInstallation()
  await close()
  changeKey(file)

  await expect(openHome(config)).rejects.toThrow(mismatch)
  await expect(openHome(config)).rejects.toThrow(mismatch)
})

test('an installation older than the check value is verified by its credentials, then gets one', async () => {
  const { config, store, close, file } = await openInstallation()
  await store.transaction((tx) => tx.delete(credentialKeyChecks))
  await close()
  const right = readFileSync(file, 'utf8')
  changeKey(file)
  await expect(openHome(config)).rejects.toThrow(mismatch)
  writeFileSync(file, right)

  const again = await openHome(config)

  expect(await again.store.db.$count(credentialKeyChecks)).toBe(1)
  await again.store.close()
  again.unlock()
})
