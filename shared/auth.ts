import { z } from 'zod'
import { isoDate } from './dates.ts'
import { emailSchema } from './email.ts'
import { sessionMethods } from './second-factor.ts'

export const roles = ['ADMIN', 'MODERATOR', 'USER'] as const
export type Role = (typeof roles)[number]

/** What anybody signed in may know of himself. */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  avatarUrl: z.string().nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type User = z.infer<typeof userSchema>

export const usernameSchema = z
  .string()
  .trim()
  .min(3, 'Use at least 3 characters')
  .max(32, 'Use at most 32 characters')
  .regex(/^[A-Za-z0-9._-]+$/, 'Use letters, digits, dots, _ and -')

/** product.md §3. Never trimmed: a space may be part of it. */
export const passwordSchema = z
  .string()
  .min(8, 'Use at least 8 characters')
  .max(128, 'Use at most 128 characters')

export const registerInput = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
})

export const loginInput = z.object({
  /** Or the email address. */
  username: z.string().trim().min(1, 'Enter your username or email').max(254),
  password: z.string().min(1, 'Enter your password').max(128),
})

export const changePasswordInput = z.object({
  currentPassword: z.string().max(128),
  newPassword: passwordSchema,
})

/** Username or email address of the account. */
export const forgotPasswordInput = loginInput.pick({ username: true })

/** With the token of a link an ADMIN has handed out: whoever has it need not know the old password. */
export const resetPasswordInput = z.object({ token: z.string().max(200), newPassword: passwordSchema })

/** A place where somebody is signed in. */
export const deviceSessionSchema = z.object({
  /** Names the session and opens nothing. */
  id: z.string(),
  /** In words: `Firefox on Linux`. */
  device: z.string(),
  address: z.string(),
  createdDate: isoDate,
  /** At most five minutes behind. */
  lastSeenDate: isoDate.nullable(),
  expiresDate: isoDate,
  isCurrent: z.boolean(),
  method: z.enum(sessionMethods),
})
export type DeviceSession = z.infer<typeof deviceSessionSchema>

/** `token` goes into `Authorization: Bearer`. It names a session and dies with it. */
export const sessionSchema = z.object({ token: z.string(), user: userSchema })
export type Session = z.infer<typeof sessionSchema>
