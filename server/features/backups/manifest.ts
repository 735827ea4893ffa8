import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { parseJson } from '#shared/json.ts'

/** Written last, beside the database of a backup: `<file>.json`. */
const manifestSchema = z.object({
  version: z.literal(1),
  flowtill: z.string(),
  /** The database is as it was at this moment. */
  createdDate: z.iso.datetime(),
  tookMs: z.number().min(0),
  /** Which secrets.json opens its credentials; null where there was none. */
  installation: z.string().nullable(),
  database: z.object({ bytes: z.int().min(0), sha256: z.string() }),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0) }),
})
export type Manifest = z.infer<typeof manifestSchema>

export const manifestOf = (database: string) => `${database}.json`

/** Undefined for text that is no manifest. */
export function parseManifest(text: string): Manifest | undefined {
  return manifestSchema.safeParse(parseJson(text)).data
}

/** Names an installation without telling its key. */
export function installationOf(credentialKey: Buffer): string {
  return createHmac('sha256', credentialKey).update('flowtill backup').digest('hex').slice(0, 12)
}

export async function describeDatabase(path: string): Promise<Manifest['database']> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}
