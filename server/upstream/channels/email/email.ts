import { type ChannelPort, type FileRules, SendFailure } from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { megabytes } from '../file-form.ts'
import { splitText } from '../split-text.ts'
import { type Dial, type MailAccount, readAccount } from './mail-account.ts'
import { createMailbox } from './mailbox.ts'
import { messageIdOf } from './read-mail.ts'
import { createSendMail } from './send-mail.ts'

const MAX_TEXT = 100_000
/** Most servers take 25 MB, in which files are a third larger. */
const files: FileRules = {
  ...{ isTogether: true, maxBytes: megabytes(18) },
  ...{ takes: () => true, maxCaption: () => MAX_TEXT },
}
/** Servers deliver messages in any order. */
const SETTLE_MS = 1_500

/** A mailbox, read over IMAP and answered over SMTP. */
export function createEmail(dial: Dial): ChannelPort {
  const mailbox = createMailbox(dial)
  const mail = createSendMail(dial)

  return {
    settleMs: SETTLE_MS,
    isRepeatable: false,
    generate: () => ({}),
    split: (text) => splitText(text, MAX_TEXT),
    files,

    async check(values) {
      const account = readAccount(values)
      await signIn(account)
      const { address } = account
      const name = account.senderName || address
      return { id: address.toLowerCase(), name, address, otherWebhook: null }
    },

    receive() {
      throw new AppError('NOT_FOUND', 'This channel does not exist.')
    },

    watch: async (values, watching) => mailbox.watch(readAccount(values), watching),
    idOf: (values, id) => messageIdOf(readAccount(values), id),

    async send(values, { id, address, text, isAutomatic, files: attachments, signal }) {
      const account = readAccount(values)
      const messageId = messageIdOf(account, id)
      const { to = '', subject = '', inReplyTo = '', references = '' } = address
      const content = { text, attachments, isAutomatic }
      await mail.send(account, { messageId, to, subject, inReplyTo, references, ...content }, signal)
      return messageId
    },

    download: async (values, { id }) => mailbox.download(readAccount(values), id),
  }

  /** Tries both servers, and says which of them does not work. */
  async function signIn(account: MailAccount) {
    const [incoming, outgoing] = await Promise.allSettled([mailbox.check(account), mail.check(account)])
    const issues: Record<string, string[]> = {}
    for (const [field, message] of [...issueOf(incoming, 'imapHost'), ...issueOf(outgoing, 'smtpHost')]) {
      issues[field] = [...(issues[field] ?? []), message]
    }
    if (Object.keys(issues).length > 0) {
      throw invalidInput(issues)
    }
  }
}

function issueOf(
  result: PromiseSettledResult<unknown>,
  hostField: string,
): [field: string, message: string][] {
  if (result.status === 'fulfilled') {
    return []
  }
  const { reason } = result
  if (!(reason instanceof SendFailure)) {
    throw reason
  }
  return [[reason.outcome === 'signed_out' ? 'password' : hostField, reason.message]]
}
