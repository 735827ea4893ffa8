import { z } from 'zod'
import { isoDate } from './dates.ts'

/** Placeholder for a stored secret, as Flowise clients show it and send it back. */
export const UNCHANGED_SECRET = '_FLOWISE_BLANK_07167752-1a71-43b1-bf8f-4f32252165db'

/** Never contains a secret: secrets are write-only. */
export const credentialSchema = z.object({
  id: z.string(),
  name: z.string(),
  credentialName: z.string(),
  /** Created by an ADMIN for all users: runs that use it are charged to the wallet. */
  shared: z.boolean(),
  own: z.boolean(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type Credential = z.infer<typeof credentialSchema>

/** With its fields; secret ones are masked as `UNCHANGED_SECRET`. */
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

/** Uses of a credential: the caller's own flows by name, those of other users as a count. */
export const credentialUseSchema = z.object({
  id: z.string(),
  flows: z.array(z.object({ id: z.string(), name: z.string() })),
  others: z.int(),
})
export type CredentialUse = z.infer<typeof credentialUseSchema>

/** A stored credential (`id`), with other values in some fields, or one that is not stored yet. */
export const testCredentialInput = z.object({
  id: z.string().optional(),
  credentialName: z.string(),
  plainDataObj: values.default({}),
})

/** `unknown`: this kind of service cannot be tested without a run. */
export const testCredentialResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('works'), models: z.int() }),
  z.object({ outcome: z.literal('refused'), code: z.string(), message: z.string() }),
  z.object({ outcome: z.literal('unknown') }),
])
export type CredentialTest = z.infer<typeof testCredentialResult>
