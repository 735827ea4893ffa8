import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import { type OutgoingFile, SendFailure } from '#server/ports/channels.ts'
import { toMailHtml, toPlainText } from '../render-markdown.ts'
import { type Dial, guardFailure, type MailAccount, wordsOf } from './mail-account.ts'

const CONNECT_MS = 15_000
const SOCKET_MS = 60_000
/** Servers that know no sender yet ask for patience (greylisting). */
const RETRY_SECONDS = 120

export type Letter = {
  messageId: string
  to: string
  subject: string
  inReplyTo: string
  references: string
  /** Markdown. */
  text: string
  attachments: readonly Pick<OutgoingFile, 'name' | 'mime' | 'bytes'>[]
  /** Nobody has written it: other programs must not answer it. */
  isAutomatic: boolean
}

type SmtpConnection = InstanceType<typeof import('nodemailer/lib/smtp-connection')['default']>

/** The outgoing server of an account. */
export function createSendMail(dial: Dial) {
  async function open({ smtp, address: sender }: MailAccount): Promise<SmtpConnection> {
    assertOutsideTransaction('A request to a mail server')
    const { address, port, servername, security } = await dial(smtp)
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection({
      ...{ host: address, port, tls: { servername }, name: sender.slice(sender.lastIndexOf('@') + 1) },
      ...{ secure: security === 'tls', requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
      ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SOCKET_MS },
    })
    return connection
  }

  /** Signs in. Errors of the connection come as events, also between two commands. */
  async function using<Value>(
    account: MailAccount,
    work: (connection: SmtpConnection, hasLeft: () => void) => Promise<Value>,
  ): Promise<Value> {
    let hasLeft = false
    let connection: SmtpConnection | undefined
    try {
      const opened = await open(account)
      connection = opened
      const { user, password: pass } = account
      const broken = new Promise<never>((_, reject) => opened.once('error', reject))
      opened.on('error', () => undefined)
      const talk = async () => {
        await promisify<void>((done) => opened.connect((error) => done(error)))()
        await promisify<void>((done) => opened.login({ user, pass }, (error) => done(error)))()
        return work(opened, () => {
          hasLeft = true
        })
      }
      return await Promise.race([talk(), broken])
    } catch (error) {
      throw failureOf(error, hasLeft)
    } finally {
      connection?.quit()
      connection?.close()
    }
  }

  /** Throws unless the account may send. */
  function check(account: MailAccount) {
    return using(account, async () => undefined)
  }

  /** Throws SendFailure. Once its bytes have left, a message without a response may have arrived. */
  async function send(account: MailAccount, letter: Letter, signal: AbortSignal) {
    const source = await compose(account, letter)
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    await using(account, (connection, hasLeft) => {
      const body = Readable.from(
        (function* read() {
          hasLeft()
          yield source
        })(),
      )
      const envelope = { from: account.address, to: [letter.to] }
      const sent = promisify<void>((done) => connection.send(envelope, body, (error) => done(error)))()
      return Promise.race([sent, aborted])
    })
  }

  return { check, send }
}

async function compose({ address, senderName }: MailAccount, letter: Letter): Promise<Buffer> {
  const { messageId, to, subject, inReplyTo, references, text, attachments, isAutomatic } = letter
  for (const value of [messageId, to, subject, inReplyTo, references, senderName]) {
    // A line break would begin another header.
    if (/\p{Cc}/u.test(value)) {
      throw new SendFailure('rejected', 'A header contains a line break.', { code: 'header' })
    }
  }
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    ...{
      from: { name: senderName, address },
      to: { name: '', address: to },
      messageId,
      inReplyTo,
      references,
    },
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`.trim(),
    ...{ text: toPlainText(text), html: toMailHtml(text) },
    attachments: attachments.map(({ name: filename, mime: contentType, bytes }) => ({
      ...{ filename, contentType, content: Buffer.from(bytes) },
    })),
    ...(isAutomatic && {
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    }),
    // Paths and addresses in a message are text, never fetched.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
    .compile()
    .build()
}

function failureOf(error: unknown, hasLeft: boolean): SendFailure {
  if (error instanceof SendFailure) {
    return error
  }
  const { responseCode, code: kind } = error as { responseCode?: unknown; code?: unknown }
  const status = typeof responseCode === 'number' ? responseCode : 0
  const code = String(status || kind || 'connection')
  if (kind === 'EAUTH' && status >= 500) {
    return new SendFailure('signed_out', `SMTP rejects the user name or the password: ${wordsOf(error)}`, {
      code,
    })
  }
  if (status >= 500) {
    return new SendFailure('rejected', `SMTP: ${wordsOf(error)}`, { code })
  }
  if (status >= 400) {
    return new SendFailure('later', `SMTP: ${wordsOf(error)}`, { code, retryAfterSeconds: RETRY_SECONDS })
  }
  const outcome = hasLeft ? 'unknown' : 'later'
  return (
    guardFailure(error) ??
    new SendFailure(outcome, `SMTP could not be reached: ${wordsOf(error)}`, { code, cause: error })
  )
}
