import { callSandbox } from '#client/api/sandbox.ts'
import type { Channel, ChannelKind } from '#shared/channels.ts'

export type Values = Record<string, string>

const digits = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => String(byte % 10)).join('')

/** An account that the sandbox plays, new each time. Undefined where the sandbox plays no platform. */
export function makeSandboxAccount(kind: ChannelKind): Values | undefined {
  switch (kind) {
    case 'telegram':
      return { botToken: `7${digits(9)}:sandbox-${digits(16)}` }
    case 'whatsapp':
      return {
        ...{ phoneNumberId: `1${digits(14)}`, businessAccountId: `2${digits(14)}` },
        ...{ accessToken: `sandbox-${digits(16)}`, appSecret: `sandbox-${digits(16)}` },
      }
    case 'messenger':
    case 'instagram':
      return {
        ...{ pageId: `3${digits(14)}`, ...(kind === 'instagram' && { instagramId: `4${digits(14)}` }) },
        ...{ accessToken: `sandbox-${digits(16)}`, appSecret: `sandbox-${digits(16)}` },
      }
    case 'slack':
      return { botToken: `xoxb-sandbox-${digits(12)}`, signingSecret: `sandbox-${digits(24)}` }
    case 'email':
      return {
        ...{ address: `support${digits(8)}@mail.sandbox`, password: `sandbox-${digits(16)}` },
        ...{ imapHost: 'imap.sandbox', imapPort: '143', imapSecurity: 'none' },
        ...{ smtpHost: 'smtp.sandbox', smtpPort: '587', smtpSecurity: 'none' },
      }
    default:
      return undefined
  }
}

const isOfSandbox = (values: Values) => Object.values(values).some((value) => value.includes('sandbox'))

/** What the owner of a real account enters at the platform. */
export function enterHook(kind: ChannelKind, values: Values, { webhookUrl: url, verifyToken }: Channel) {
  const { accessToken, appSecret, phoneNumberId, botToken, signingSecret, pageId, instagramId } = values
  switch (kind) {
    case 'whatsapp':
      return callSandbox('whatsapp', { accessToken, hook: { url, verifyToken, appSecret, phoneNumberId } })
    case 'messenger':
    case 'instagram': {
      const object = kind === 'instagram' ? 'instagram' : 'page'
      const accountId = instagramId ?? pageId
      return callSandbox('messenger', {
        accessToken,
        hook: { url, verifyToken, appSecret, accountId, object },
      })
    }
    default:
      return callSandbox('slack', { botToken, hook: { url, signingSecret } })
  }
}

/** A person of the sandbox writes. Undefined for real accounts. */
export function personOf(kind: ChannelKind, values: Values): ((text: string) => Promise<void>) | undefined {
  if (!isOfSandbox(values)) {
    return undefined
  }
  const { botToken, accessToken, address } = values
  switch (kind) {
    case 'telegram':
      return (text) => callSandbox('telegram', { token: botToken, say: { text } })
    case 'whatsapp':
      return (text) => callSandbox('whatsapp', { accessToken, say: { texts: [text] } })
    case 'messenger':
    case 'instagram':
      return (text) => callSandbox('messenger', { accessToken, say: { text } })
    case 'slack':
      return (text) => callSandbox('slack', { botToken, say: { text } })
    case 'email':
      return (text) => callSandbox('mail', { address, say: [{ text }] })
    default:
      return undefined
  }
}
