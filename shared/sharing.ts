import { z } from 'zod'

export const sharingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `PUBLIC_URL` of the server; null when not set: then the browser's origin applies. */
  baseUrl: z.string().nullable(),
  isPublic: z.boolean(),
  apiKeyId: z.string().nullable(),
  /** The bound key was deleted, so only the owner's session can call the flow. */
  isKeyMissing: z.boolean(),
  canStream: z.boolean(),
})
export type Sharing = z.infer<typeof sharingSchema>

export const shareInput = z.object({
  id: z.string(),
  isPublic: z.boolean().optional(),
  /** Null removes the binding. */
  apiKeyId: z.string().max(255).nullable().optional(),
})
export type ShareInput = z.infer<typeof shareInput>
