import { z } from 'zod'
import { isoDate } from './dates.ts'

/** Accounts for which a second factor is required. */
export const requirements = ['nobody', 'admins', 'everyone'] as const
export type Requirement = (typeof requirements)[number]

export const sessionMethods = ['password', 'code', 'recovery', 'password_passkey', 'passkey'] as const
export type SessionMethod = (typeof sessionMethods)[number]

/** Accounts without a second factor confirm with the password. */
const proofMethods = ['password', 'code', 'recovery', 'passkey'] as const
export type ProofMethod = (typeof proofMethods)[number]

/** JSON of a WebAuthn ceremony, in the format of the browser's own `toJSON`. */
const webAuthnJson = z.record(z.string(), z.unknown())
export type WebAuthnJson = z.infer<typeof webAuthnJson>

/** Apps display codes with spaces. */
export const totpCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits your app shows'))

const token = z.string().max(200)
const recoveryCode = z.string().trim().min(1, 'Enter a recovery code').max(40)

/** `challengeToken` identifies the options of the ceremony. */
export const passkeyResponse = z.object({ challengeToken: token, response: webAuthnJson })
export const passkeyOptions = z.object({ challengeToken: z.string(), options: webAuthnJson })
export type PasskeyOptions = z.infer<typeof passkeyOptions>

const oneFactor = {
  code: totpCode.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: passkeyResponse.optional(),
}
const isOne = (proof: Record<string, unknown>) =>
  ['password', 'code', 'recoveryCode', 'passkey'].filter((name) => proof[name] !== undefined).length === 1
const ONE_PROOF = 'Send either a code, a recovery code or a passkey'

export const loginSecondFactorInput = z
  .object({ challengeToken: token, ...oneFactor })
  .refine(isOne, { error: ONE_PROOF, path: ['code'] })

export const challengeInput = z.object({ challengeToken: token })

/** `password` is for accounts without a second factor. */
export const stepUpInput = z
  .object({ password: z.string().max(128).optional(), ...oneFactor })
  .refine(isOne, { error: ONE_PROOF, path: ['code'] })
export type Proof = z.output<typeof stepUpInput>

/** `until`: end of the step-up, until which this session may move money and read keys. */
export const stepUpResult = z.object({ until: isoDate })

const passkeyName = z.string().trim().min(1, 'Enter a name').max(60, 'Use at most 60 characters')

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdDate: isoDate,
  lastUsedDate: isoDate.nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

export const secondFactorStatus = z.object({
  /** Null while no authenticator app is set up. */
  totp: z.object({ createdDate: isoDate }).nullable(),
  passkeys: z.array(passkeySchema),
  /** Null without a second factor. */
  recoveryCodes: z.object({ left: z.int(), createdDate: isoDate }).nullable(),
  isRequired: z.boolean(),
  methods: z.array(z.enum(proofMethods)),
})
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>

/** For an authenticator app: `uri` as a QR code, or `secret` typed in. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() })
export const confirmTotpInput = z.object({ code: totpCode })

/** Recovery codes are created with the first factor and never shown again; null when the account already has them. */
export const factorAdded = z.object({ recoveryCodes: z.array(z.string()).nullable() })
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const addPasskeyInput = passkeyResponse.extend({ name: passkeyName })
export const renamePasskeyInput = z.object({ id: z.string(), name: passkeyName })

export const requirementSchema = z.object({ requirement: z.enum(requirements) })
