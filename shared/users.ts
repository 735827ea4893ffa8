import { z } from 'zod'
import { passwordSchema, usernameSchema, userSchema } from './auth.ts'
import { isoDate } from './dates.ts'
import { emailSchema } from './email.ts'

/** The dialog of the product specification offers two roles; ours offers all three. */
export const selectableRoles = ['USER', 'MODERATOR', 'ADMIN'] as const

/** A user as listed for ADMINs. `balance` is in dollars. */
export const listedUserSchema = userSchema.omit({ updatedDate: true }).extend({
  lastSeenDate: isoDate.nullable(),
  balance: z.number(),
  hasSecondFactor: z.boolean(),
})
export type ListedUser = z.infer<typeof listedUserSchema>

/** Empty fields are unchanged. */
function orLeftAlone<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('').transform(() => undefined), schema]).optional()
}

export const updateUserInput = z.object({
  id: z.string(),
  username: orLeftAlone(usernameSchema),
  email: orLeftAlone(emailSchema),
  password: orLeftAlone(passwordSchema),
  role: orLeftAlone(z.enum(selectableRoles)),
})
export type UserChanges = Omit<z.output<typeof updateUserInput>, 'id'>

export const createUserInput = z.object({
  username: usernameSchema,
  email: emailSchema,
  /** Without a password an invitation link is created. */
  password: orLeftAlone(passwordSchema),
  role: z.enum(selectableRoles).default('USER'),
})

export const someUserInput = z.object({ id: z.string() })

export const impersonateInput = z.object({
  userId: z.string(),
  /** Optional, because the API of the product specification has none; the audit trail notes its absence. */
  reason: z.string().trim().max(500).optional(),
})

/**
 * Single-use, valid for an hour. `path` is on this server; the token is in its `#` fragment, which never reaches a
 * log.
 */
export const resetLinkSchema = z.object({
  path: z.string(),
  expiresDate: isoDate,
  /** Whether the link was also emailed; `none` without a mail server. */
  mail: z.enum(['none', 'sent', 'failed']),
})
export type ResetLink = z.infer<typeof resetLinkSchema>

/** `invitation` is shown only once; null when a password was given. */
export const createdUserSchema = z.object({ user: userSchema, invitation: resetLinkSchema.nullable() })
