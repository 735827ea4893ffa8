import { z } from 'zod'
import { isoDate } from './dates.ts'

/** What Flowise clients are shown, and send back, in place of a stored secret (facts/rest-table.md R9). */
export const UNCHANGED_SECRET = '_FLOWISE_BLANK_07167752-1a71-43b1-bf8f-4f32252165db'

/** Never carries a secret: those go in and do not come out. */
export const credentialSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The kind, e.g. `openAIApi`. */
  credentialName: z.string(),
  /** Made by an ADMIN for everybody: runs that use it are paid from the wallet. */
  shared: z.boolean(),
  /** Whether the caller may change it. */
  own: z.boolean(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type Credential = z.infer<typeof credentialSchema>

/** With its fields; secret ones stand as `KEPT_SECRET`. */
export const openCredentialSchema = credentialSchema.extend({
  plainDataObj: z.record(z.string(), z.unknown()),
})

const values = z.record(z.string(), z.unknown())
const name = z.string().trim().min(1, 'Enter a name').max(255)

export const createCredentialInput = z.object({
  name,
  credentialName: z.string(),
  plainDataObj: values,
  shared: z.boolean().optional(),
})
export const updateCredentialInput = z.object({
  id: z.string(),
  name: name.optional(),
  plainDataObj: values.optional(),
  shared: z.boolean().optional(),
})
export const listCredentialsInput = z.object({
  credentialName: z.union([z.string(), z.array(z.string())]).optional(),
})

/** Where a credential is at work: the caller's own flows by name, other people's only counted. */
export const credentialUseSchema = z.object({
  id: z.string(),
  flows: z.array(z.object({ id: z.string(), name: z.string() })),
  others: z.int(),
})
export type CredentialUse = z.infer<typeof credentialUseSchema>

/** A stored one as it is (`id`), with other values in some fields, or one that is not stored yet. */
export const testCredentialInput = z.object({
  id: z.string().optional(),
  credentialName: z.string(),
  plainDataObj: values.default({}),
})

/** `unknown`: this kind of service cannot be asked without a run. */
export const testCredentialResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('works'), models: z.int() }),
  z.object({ outcome: z.literal('refused'), code: z.string(), message: z.string() }),
  z.object({ outcome: z.literal('unknown') }),
])
export type CredentialTest = z.infer<typeof testCredentialResult>
