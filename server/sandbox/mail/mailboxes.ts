import { EventEmitter } from 'node:events'
import { z } from 'zod'

/** What the sandbox's SMTP server does wrong with its next messages. `cut`: closes the connection after it took the message. */
export const mailFailureSchema = z.object({
  kind: z.enum(['later', 'rejected', 'late later', 'late rejected', 'cut', 'slow']),
  seconds: z.number().min(0).max(60).default(1),
  times: z.int().min(1).max(1_000).default(1),
})
export type MailFailure = z.output<typeof mailFailureSchema>

export type StoredMail = { uid: number; date: Date; source: Buffer }
export type SentMail = { from: string; to: string; source: Buffer }
export type Mailbox = {
  address: string
  /** Any with `sandbox` in it, until one is set. */
  password: string | undefined
  uidValidity: number
  uidNext: number
  mails: StoredMail[]
  sent: SentMail[]
  failures: MailFailure[]
  /** Connections that have the inbox open. */
  readers: number
  events: EventEmitter<{ change: []; close: [] }>
}
export type Mailboxes = ReturnType<typeof createMailboxes>

const MAX_MAILBOXES = 1_000
const MAX_MAILS = 1_000
const addressPattern = /^[\w.+-]{1,64}@[\w.-]*sandbox[\w.-]*$/

/** Mailboxes exist as soon as they are named: every address at a domain with `sandbox` in it is one. */
export function createMailboxes(now: () => Date) {
  const all = new Map<string, Mailbox>()

  function find(name: string): Mailbox | undefined {
    const address = name.toLowerCase()
    const known = all.get(address)
    if (known || !addressPattern.test(address) || all.size >= MAX_MAILBOXES) {
      return known
    }
    const mailbox: Mailbox = {
      ...{ address, password: undefined, uidValidity: Math.floor(now().getTime() / 1_000), uidNext: 1 },
      ...{ mails: [], sent: [], failures: [], readers: 0, events: new EventEmitter() },
    }
    mailbox.events.setMaxListeners(0)
    all.set(address, mailbox)
    return mailbox
  }

  function deliver(mailbox: Mailbox, source: Buffer, date = now()) {
    const uid = mailbox.uidNext
    mailbox.uidNext += 1
    mailbox.mails = [...mailbox.mails, { uid, date, source }].slice(-MAX_MAILS)
    mailbox.events.emit('change')
  }

  /** Numbers all messages again, as after a repair of the mailbox. */
  function renumber(mailbox: Mailbox) {
    const { mails } = mailbox
    mailbox.uidValidity += 1
    mailbox.mails = mails.toReversed().map((mail, index) => ({ ...mail, uid: index + 1 }))
    mailbox.uidNext = mails.length + 1
    mailbox.events.emit('close')
  }

  function isPassword({ password }: Mailbox, given: string) {
    return password === undefined ? given.includes('sandbox') : given === password
  }

  /** Takes the message, and delivers it where the recipient is of the sandbox too. */
  function send(mailbox: Mailbox, mail: SentMail) {
    mailbox.sent = [...mailbox.sent, mail].slice(-MAX_MAILS)
    const recipient = all.get(mail.to.toLowerCase())
    if (recipient) {
      deliver(recipient, Buffer.concat([Buffer.from(`Return-Path: <${mail.from}>\r\n`), mail.source]))
    }
  }

  function nextFailure(mailbox: Mailbox): MailFailure | undefined {
    const [next] = mailbox.failures
    if (next) {
      next.times -= 1
      mailbox.failures = mailbox.failures.filter(({ times }) => times > 0)
    }
    return next
  }

  return { find, deliver, renumber, isPassword, send, nextFailure }
}
