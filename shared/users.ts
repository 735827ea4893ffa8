import { z } from 'zod'
import { passwordSchema, usernameSchema, userSchema } from './auth.ts'
import { isoDate } from './dates.ts'
import { emailSchema } from './email.ts'

/** Only these can be chosen for somebody (specification §3). */
export const selectableRoles = ['USER', 'ADMIN'] as const

/** Somebody with an account, as an ADMIN sees him. `balance` is in dollars. */
export const listedUserSchema = userSchema.omit({ updatedDate: true }).extend({
  lastSeenDate: isoDate.nullable(),
  balance: z.number(),
})
export type ListedUser = z.infer<typeof listedUserSchema>

/** An empty field is one that was left alone: it keeps what it had. */
function orLeftAlone<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('').transform(() => undefined), schema]).optional()
}

/** Specification §5: only what is not empty is changed. */
export const updateUserInput = z.object({
  id: z.string(),
  username: orLeftAlone(usernameSchema),
  email: orLeftAlone(emailSchema),
  password: orLeftAlone(passwordSchema),
  role: orLeftAlone(z.enum(selectableRoles)),
})
export type UserChanges = Omit<z.output<typeof updateUserInput>, 'id'>

export const someUserInput = z.object({ id: z.string() })

export const impersonateInput = z.object({
  userId: z.string(),
  /** The specification's bare call gives none; the audit trail then says so. */
  reason: z.string().trim().max(500).optional(),
})

/** A way back in, once and for an hour. `path` is on this server; the token is behind its `#`, where no log sees it. */
export const resetLinkSchema = z.object({
  path: z.string(),
  expiresDate: isoDate,
  /** Whether it also went to the user by mail; `none` where no mail server is set. */
  mail: z.enum(['none', 'sent', 'failed']),
})
export type ResetLink = z.infer<typeof resetLinkSchema>
