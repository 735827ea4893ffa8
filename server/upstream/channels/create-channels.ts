import type { ChannelPorts } from '#server/ports/channels.ts'
import type { GuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createCallPlatform } from './call-platform.ts'
import { createEmail } from './email/email.ts'
import { createDial } from './email/mail-account.ts'
import { createMessenger } from './messenger.ts'
import { createSlack } from './slack.ts'
import { createTelegram } from './telegram.ts'
import { createWebhook } from './webhook.ts'
import { createWhatsapp } from './whatsapp.ts'

type Options = {
  fetch: GuardedFetch
  now: () => Date
  /** This server's own origin while the sandbox is on. */
  own: () => string | undefined
  mail: Parameters<typeof createDial>[0]
}

const GRAPH_URL = 'https://graph.facebook.com/v25.0'

/** Tokens of the sandbox contain its name, so that they work beside those of real accounts. */
const isSandboxToken = (token: string) => /sandbox/.test(token)

export function createChannelPorts({ fetch, now, own, mail }: Options): ChannelPorts {
  const at = (service: string, url: string) => (token: string) => {
    const origin = own()
    return origin !== undefined && isSandboxToken(token) ? `${origin}/sandbox/${service}` : url
  }
  return {
    telegram: createTelegram({
      call: createCallPlatform(fetch, 'Telegram'),
      baseUrl: at('telegram', 'https://api.telegram.org'),
    }),
    whatsapp: createWhatsapp({
      call: createCallPlatform(fetch, 'WhatsApp'),
      baseUrl: at('whatsapp', GRAPH_URL),
    }),
    messenger: createMessenger({
      ...{ call: createCallPlatform(fetch, 'Messenger'), platform: 'Messenger' },
      baseUrl: at('messenger', GRAPH_URL),
    }),
    instagram: createMessenger({
      ...{ call: createCallPlatform(fetch, 'Instagram'), platform: 'Instagram' },
      baseUrl: at('messenger', GRAPH_URL),
    }),
    slack: createSlack({
      call: createCallPlatform(fetch, 'Slack'),
      baseUrl: at('slack', 'https://slack.com/api'),
    }),
    email: createEmail(createDial(mail)),
    webhook: createWebhook({ call: createCallPlatform(fetch, 'The receiver'), now }),
  }
}
