import { z } from 'zod'
import { passwordSchema, usernameSchema, userSchema } from './auth.ts'
import { isoDate } from './dates.ts'
import { emailSchema } from './email.ts'

/** The specification's dialog offers two of them; ours gives all three. */
export const selectableRoles = ['USER', 'MODERATOR', 'ADMIN'] as const

/** Somebody with an account, as an ADMIN sees him. `balance` is in dollars. */
export const listedUserSchema = userSchema.omit({ updatedDate: true }).extend({
  lastSeenDate: isoDate.nullable(),
  balance: z.number(),
  hasSecondFactor: z.boolean(),
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

export const createUserInput = z.object({
  username: usernameSchema,
  email: emailSchema,
  /** Without one an invitation link is made. */
  password: orLeftAlone(passwordSchema),
  role: z.enum(selectableRoles).default('USER'),
})

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

/** `invitation` is shown once; null when a password was given. */
export const createdUserSchema = z.object({ user: userSchema, invitation: resetLinkSchema.nullable() })
