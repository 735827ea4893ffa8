import { z } from 'zod'
import { isoDate } from './dates.ts'
import { emailSchema } from './email.ts'
import { sessionMethods } from './second-factor.ts'

export const roles = ['ADMIN', 'MODERATOR', 'USER'] as const
export type Role = (typeof roles)[number]

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

/** Never trimmed: a space may be part of the password. */
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
  /** Or the email. */
  username: z.string().trim().min(1, 'Enter your username or email').max(254),
  password: z.string().min(1, 'Enter your password').max(128),
})

export const changePasswordInput = z.object({
  currentPassword: z.string().max(128),
  newPassword: passwordSchema,
})

/** Username or email of the account. */
export const forgotPasswordInput = loginInput.pick({ username: true })

/** The token comes from a link handed out by an ADMIN; it replaces the old password. */
export const resetPasswordInput = z.object({ token: z.string().max(200), newPassword: passwordSchema })

export const deviceSessionSchema = z.object({
  /** Identifies the session and is not a token. */
  id: z.string(),
  /** Human-readable: `Firefox on Linux`. */
  device: z.string(),
  address: z.string(),
  createdDate: isoDate,
  /** Up to five minutes old. */
  lastSeenDate: isoDate.nullable(),
  expiresDate: isoDate,
  isCurrent: z.boolean(),
  method: z.enum(sessionMethods),
})
export type DeviceSession = z.infer<typeof deviceSessionSchema>

/** `token` goes into `Authorization: Bearer`. It is valid as long as its session. */
export const sessionSchema = z.object({ token: z.string(), user: userSchema })
export type Session = z.infer<typeof sessionSchema>
