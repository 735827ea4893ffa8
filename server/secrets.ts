import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '#shared/json.ts'
import { StartError } from './config.ts'

const key = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) {
    context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64' })
  }
  return bytes
})
const secretsSchema = z.object({ tokenSecret: key, credentialKey: key })

/** 32 bytes each: one signs browser tokens, one encrypts stored credentials. */
export type Secrets = z.infer<typeof secretsSchema>

/**
 * Reads `DATA_DIR/secrets.json`, or creates it on the very first start. `isNew`: the database is still empty.
 * Throws StartError otherwise, because a new key would make all encrypted data unreadable.
 */
export function readSecrets(dataDir: string, isNew: boolean): Secrets {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    if (!isNew) {
      throw new StartError(
        `${file} is missing, but the database already holds data sealed with it. Put the file back from your backup.`,
      )
    }
    writeSecrets(file)
  }
  const secrets = readSecretsFile(file)
  chmodSync(file, 0o600)
  return secrets
}

/** Only reads. Throws StartError for a damaged file. */
export function readSecretsFile(file: string): Secrets {
  const parsed = secretsSchema.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!parsed.success) {
    throw new StartError(`${file} is damaged. Put it back from your backup.`)
  }
  return parsed.data
}

function writeSecrets(file: string) {
  const secrets = { tokenSecret: newKey(), credentialKey: newKey() }
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

function newKey() {
  return randomBytes(32).toString('base64')
}
