import { z } from 'zod'
import { type ChannelValues, SendFailure } from '#server/ports/channels.ts'
import { judgeAddress } from '#server/upstream/judge-address.ts'
import { AppError } from '#shared/errors.ts'
import { invalidInput } from '#shared/invalid-input.ts'

const security = z.enum(['tls', 'starttls', 'none'])
const host = z
  .string()
  .regex(/^[\w.-]{1,253}$/, 'Enter the name of a server, such as imap.example.com.')
  .transform((name) => name.toLowerCase())
const port = z.coerce.number<string>().int().min(1, 'Enter a port, such as 993.').max(65_535)
const accountSchema = z.object({
  address: z.email('Enter a valid email address.').max(254),
  senderName: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u, 'Use one line.')
    .default(''),
  /** Separated by commas or spaces. */
  aliases: z.string().default(''),
  user: z.string().max(254).default(''),
  password: z.string().min(1, 'Enter the password.'),
  ...{ imapHost: host, imapPort: port, imapSecurity: security },
  ...{ smtpHost: host, smtpPort: port, smtpSecurity: security },
})

type MailServer = { host: string; port: number; security: z.output<typeof security> }
export type MailAccount = {
  address: string
  senderName: string
  /** All addresses of the account, lower case. */
  own: ReadonlySet<string>
  user: string
  password: string
  imap: MailServer
  smtp: MailServer
}

/** Throws INVALID_INPUT with the fields that are wrong. */
export function readAccount(values: ChannelValues): MailAccount {
  const parsed = accountSchema.safeParse(values)
  if (!parsed.success) {
    throw invalidInput(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>)
  }
  const { address, senderName, aliases, user, password, ...servers } = parsed.data
  const own = [address, ...aliases.split(/[\s,;]+/)].filter(Boolean).map(baseAddress)
  return {
    ...{ address, senderName, own: new Set(own), user: user || address, password },
    imap: { host: servers.imapHost, port: servers.imapPort, security: servers.imapSecurity },
    smtp: { host: servers.smtpHost, port: servers.smtpPort, security: servers.smtpSecurity },
  }
}

/** Without what a sender may add to the name of a mailbox: `support+a@b.c` is `support@b.c`. */
export function baseAddress(address: string) {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '')
}

/** Where to connect: a checked address, and the name that the certificate must have. */
type Dialled = { address: string; port: number; servername: string; security: MailServer['security'] }
export type Dial = (server: MailServer) => Promise<Dialled>

type Options = {
  /** `host:port` pairs of internal servers that are allowed despite the guard. */
  allow: readonly string[]
  /** Ports of the sandbox's mail server on this machine. */
  sandbox(): { imap: number; smtp: number } | undefined
}

/** Servers of the sandbox have names that no other network has. */
const sandboxHosts = { 'imap.sandbox': 'imap', 'smtp.sandbox': 'smtp' } as const

export function createDial({ allow, sandbox }: Options): Dial {
  return async ({ host: name, port: number, security: wanted }) => {
    const ports = sandbox()
    if (ports && Object.hasOwn(sandboxHosts, name)) {
      const sandboxPort = ports[sandboxHosts[name as keyof typeof sandboxHosts]]
      return { address: '127.0.0.1', port: sandboxPort, servername: name, security: wanted }
    }
    const isAllowed = allow.some((pair) => pair.toLowerCase() === `${name}:${number}`)
    if (wanted === 'none' && !isAllowed) {
      throw new AppError(
        'FORBIDDEN',
        'Passwords are sent over encrypted connections only. Choose TLS or STARTTLS.',
      )
    }
    const address = await judgeAddress(name, number, { allow })
    return { address, port: number, servername: name, security: wanted }
  }
}

/** Servers add their own words to an error: one line of them is shown. */
export function wordsOf(error: unknown) {
  const { response, responseText, message, code } = error as Record<string, unknown>
  const words = [responseText, response, message, code].find(
    (each) => typeof each === 'string' && each !== '',
  )
  return String(words ?? 'unknown error')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

/** Addresses that the guard rejects stay rejected until the settings change. */
export function guardFailure(error: unknown): SendFailure | undefined {
  return error instanceof AppError ? new SendFailure('rejected', error.message, { cause: error }) : undefined
}
