import { z } from 'zod'
import { isoDate } from './dates.ts'

/** `admin` acts on others, `impersonation` acts as another user, `security` concerns authentication and access. */
export const auditKinds = ['admin', 'impersonation', 'security'] as const

export const auditEntrySchema = z.object({
  id: z.string(),
  number: z.int(),
  kind: z.enum(auditKinds),
  action: z.string(),
  actorName: z.string(),
  onBehalfOf: z.string().nullable(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string(),
  createdDate: isoDate,
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditInput = z.object({
  kind: z.enum(auditKinds).optional(),
  userId: z.string().optional(),
  cursor: z.string().max(40).optional(),
  limit: z.coerce.number<unknown>().int().min(1).max(100).default(50),
})
export const auditPage = z.object({ items: z.array(auditEntrySchema), nextCursor: z.string().nullable() })
