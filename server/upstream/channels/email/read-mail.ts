import { hash } from 'node:crypto'
import type { Address, Email } from 'postal-mime'
import type { ChannelFile, IncomingEvent } from '#server/ports/channels.ts'
import { baseAddress, type MailAccount } from './mail-account.ts'
import { cutQuotedTail, htmlToText } from './reply-text.ts'

export type RawMail = { uidValidity: string; uid: number; receivedDate: Date; source: Uint8Array }
type Own = Pick<MailAccount, 'own' | 'address'>

const MAX_FILES = 10
const MAX_SUBJECT = 200
const MAX_KEY = 300
/** Ids of a thread that are looked up, and sent back. */
const MAX_REFERENCES = 20
const DAY_MS = 86_400_000
/** Clocks of senders are wrong. */
const MAX_AGE_MS = 7 * DAY_MS
const messageIdPattern = /<[^<>\s\p{Cc}]{1,900}>/gu
const addressPattern = /^[^\s<>@"(),:;\\[\]\p{Cc}]{1,64}@[^\s<>@"(),:;\\[\]\p{Cc}]{1,189}$/u
const robotPattern =
  /^(no-?_?reply|do-?_?not-?_?reply|mailer-daemon|postmaster|bounces?)([-+._=].*)?$|[-+._]no-?reply$/
/** Ids that this server gives to what it sends. */
const OWN_ID = 'flowtill.'

/** The id of an outgoing message: known before it is sent. */
export function messageIdOf({ address }: Pick<MailAccount, 'address'>, id: string) {
  return `<${OWN_ID}${id}@${domainOf(address)}>`
}

/** A message that cannot be read stops no other. */
export async function readMail(mail: RawMail, account: Own): Promise<IncomingEvent> {
  try {
    const email = await parse(mail.source)
    return eventOf(mail, email, account)
  } catch {
    return { kind: 'other', key: `uid:${mail.uidValidity}:${mail.uid}`, text: 'unreadable message' }
  }
}

/** The files of a message, in the order of their numbers. */
export async function readFiles(source: Uint8Array) {
  return filesOf(await parse(source))
}

async function parse(source: Uint8Array) {
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(source, { forceRfc822Attachments: true, maxNestingDepth: 50 })
}

function eventOf(mail: RawMail, email: Email, account: Own): IncomingEvent {
  const messageId = idsIn(email.messageId)[0]
  const key = keyOf(email, messageId)
  const bounce = bounceOf(email)
  if (bounce) {
    return { ...bounce, kind: 'status', key }
  }
  const sender = mailboxOf(email.replyTo) ?? mailboxOf(email.from)
  const reason = reasonNotToAnswer(email, sender?.address, account)
  if (reason !== undefined || !sender) {
    return { kind: 'other', key, text: reason ?? 'no sender' }
  }
  return {
    ...{ kind: 'message', key, messageId: messageId ?? key, text: textOf(email) },
    chat: chatOf(email, { messageId, key }, sender),
    files: filesOf(email).map(
      ({ name, mime }, index): ChannelFile => ({
        ...{ id: `${mail.uidValidity}:${mail.uid}:${index}`, name, mime },
      }),
    ),
    sentDate: sentDateOf(email, mail.receivedDate),
  }
}

/** Messages without an id are recognized by their content. */
function keyOf(email: Email, messageId: string | undefined) {
  const { from, date, subject, text, html } = email
  const content = () => hash('sha256', JSON.stringify([from, date, subject, text, html]))
  return messageId === undefined ? `hash:${content()}` : `mail:${short(messageId)}`
}

const short = (id: string) => (id.length > MAX_KEY ? hash('sha256', id) : id)

/** Why an automatic answer must not be sent (RFC 3834). Two programs that answer each other never stop. */
function reasonNotToAnswer(email: Email, address: string | undefined, { own, address: mine }: Own) {
  const headerOf = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const from = mailboxOf(email.from)?.address
  const submitted = headerOf('auto-submitted')
  const isOwn = (each: string | undefined) => each !== undefined && own.has(baseAddress(each))
  const isRobot = (each: string | undefined) => robotPattern.test(each?.split('@')[0]?.toLowerCase() ?? '')
  const ownIds = idsIn(email.messageId).some(
    (id) => id.startsWith(`<${OWN_ID}`) && id.endsWith(`@${domainOf(mine)}>`),
  )
  const reasons: [boolean, string][] = [
    [address === undefined, 'no sender'],
    [isOwn(from) || isOwn(address) || ownIds, 'own message'],
    [submitted !== undefined && !/^no\b/.test(submitted), 'automatic reply'],
    [headerOf('x-autoreply') !== undefined || headerOf('x-autorespond') !== undefined, 'automatic reply'],
    [/^(bulk|list|junk)\b/.test(headerOf('precedence') ?? ''), 'bulk mail'],
    [email.headers.some(({ key }) => key.startsWith('list-')), 'mailing list'],
    [headerOf('return-path') === '<>', 'delivery report'],
    [isRobot(address) || /^(mailer-daemon|postmaster)@/i.test(from ?? ''), 'sender that nobody reads'],
  ]
  return reasons.find(([isTrue]) => isTrue)?.[1]
}

/** A delivery report about a message that this server has sent. */
function bounceOf(email: Email) {
  const report = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const original = email.attachments.find(({ mimeType }) =>
    /^(message\/rfc822|text\/rfc822-headers)$/.test(mimeType),
  )
  const failedRecipients = email.headers.some(({ key }) => key === 'x-failed-recipients')
  const ids = [
    ...idsIn(/^message-id:\s*(.+(?:\r?\n[ \t].+)*)/im.exec(decode(original?.content))?.[1]),
    ...idsIn(email.inReplyTo),
    ...idsIn(email.references),
  ]
  const messageId = ids.find((id) => id.startsWith(`<${OWN_ID}`))
  if (messageId === undefined || !(report || failedRecipients)) {
    return undefined
  }
  const fields = decode(report?.content)
  const fieldOf = (name: string) =>
    new RegExp(`^${name}:\\s*(.+(?:\\r?\\n[ \\t].+)*)`, 'im').exec(fields)?.[1]
  const action = fieldOf('action')?.trim().toLowerCase() ?? 'failed'
  if (action === 'delivered') {
    return { messageId, status: 'delivered' as const }
  }
  if (action !== 'failed') {
    return undefined
  }
  const text = (fieldOf('diagnostic-code') ?? email.subject ?? 'The message was returned.').replace(
    /\s+/g,
    ' ',
  )
  const code = fieldOf('status')?.trim() ?? 'bounce'
  return {
    messageId,
    status: 'failed' as const,
    error: { code: code.slice(0, 40), text: text.slice(0, 300) },
  }
}

/** A thread with one person. Its key contains the address, so that a known message id gives nobody else its answers. */
function chatOf(
  email: Email,
  { messageId, key }: { messageId: string | undefined; key: string },
  sender: { name: string; address: string },
) {
  const parents = [...idsIn(email.inReplyTo), ...idsIn(email.references).toReversed()]
  const root = idsIn(email.references)[0] ?? parents[0] ?? messageId ?? key
  const to = sender.address
  const thread = [root, ...parents.slice(0, MAX_REFERENCES - 2).toReversed(), messageId ?? '']
  return {
    key: hash('sha256', `${root}\n${to.toLowerCase()}`),
    address: {
      ...{ to, subject: subjectOf(email), inReplyTo: messageId ?? '' },
      references: [...new Set(thread)].filter((id) => id.startsWith('<')).join(' '),
    },
    name: sender.name || to,
    sender: to.toLowerCase(),
    parents: [...new Set(parents)].slice(0, MAX_REFERENCES),
  }
}

function subjectOf({ subject = '' }: Email) {
  return oneLine(subject).slice(0, MAX_SUBJECT)
}

/** Encoded words may hide line breaks. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** With its subject where a thread begins: many people write the question there. */
function textOf(email: Email) {
  const own = cutQuotedTail(email.text?.trim() ? email.text : htmlToText(email.html ?? ''))
  const subject = subjectOf(email)
  const isReply = idsIn(email.inReplyTo).length > 0 || /^re:/i.test(subject)
  return isReply || subject === '' || own.includes(subject) ? own : `${subject}\n\n${own}`.trim()
}

/** Pictures of signatures and parts of the message itself are none. */
function filesOf({ attachments }: Email) {
  return attachments
    .filter(
      ({ disposition, related, mimeType, filename }) =>
        !related &&
        !/^(message|text\/rfc822)/.test(mimeType) &&
        (disposition !== 'inline' || filename !== null),
    )
    .slice(0, MAX_FILES)
    .map(({ filename, mimeType: mime, content }, index) => ({
      name:
        oneLine(filename ?? '')
          .replace(/^.*[\\/]/, '')
          .slice(-120) || `file-${index + 1}`,
      mime,
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    }))
}

function sentDateOf({ date }: Email, received: Date) {
  const sent = Date.parse(date ?? '')
  const age = received.getTime() - sent
  return age >= 0 && age < MAX_AGE_MS ? new Date(sent) : received
}

function mailboxOf(found: Address | Address[] | undefined) {
  const all = [found ?? []].flat().flatMap((each) => each.group ?? [each])
  const [first] = all.filter(({ address }) => addressPattern.test(address ?? ''))
  return first && { name: oneLine(first.name).slice(0, 100), address: first.address ?? '' }
}

const idsIn = (text: string | undefined) => text?.match(messageIdPattern) ?? []

function decode(content: Email['attachments'][number]['content'] | undefined) {
  return typeof content === 'string' || content === undefined
    ? (content ?? '')
    : Buffer.from(content as Uint8Array).toString('utf8')
}

function domainOf(address: string) {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
