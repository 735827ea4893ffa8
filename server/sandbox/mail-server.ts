import { randomUUID } from 'node:crypto'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createImapServer } from './mail/imap-server.ts'
import { createMailboxes, type Mailbox, mailFailureSchema, type SentMail } from './mail/mailboxes.ts'
import { createSmtpServer } from './mail/smtp-server.ts'

export type MailServerOptions = {
  now: () => Date
  onListen(ports: { imap: number; smtp: number }): void
}

const saySchema = z.object({
  from: z.string().default('deniz@customer.example'),
  name: z.string().default('Deniz'),
  subject: z.string().default('Question'),
  text: z.string().default(''),
  html: z.string().optional(),
  messageId: z.string().optional(),
  inReplyTo: z.string().optional(),
  references: z.string().optional(),
  /** More header lines, as they are. */
  headers: z.array(z.string()).default([]),
  date: z.iso.datetime().optional(),
  files: z.array(z.object({ name: z.string(), mime: z.string(), base64: z.string() })).default([]),
  repeat: z.int().min(1).max(50).default(1),
})
const controlSchema = z.object({
  address: z.string(),
  password: z.string().optional(),
  failures: z.array(mailFailureSchema).optional(),
  /** People write to the mailbox; the messages arrive in this order. */
  say: z.array(saySchema).optional(),
  /** A message that the server has given back. */
  bounce: z.object({ messageId: z.string(), status: z.string(), text: z.string() }).optional(),
  /** Closes all connections and numbers the messages again. */
  renumber: z.boolean().optional(),
})

/** A mail provider with invented people: IMAP and SMTP on this machine alone, and orders over HTTP. */
export async function mountMailServer(app: FastifyInstance, { now, onListen }: MailServerOptions) {
  const mailboxes = createMailboxes(now)
  const servers = [createImapServer(mailboxes), createSmtpServer(mailboxes)] as const
  const sockets = new Set<Socket>()
  for (const server of servers) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
  }

  app.addHook('onListen', async () => {
    const [imap = 0, smtp = 0] = await Promise.all(servers.map(listen))
    onListen({ imap, smtp })
  })
  app.addHook('onClose', async () => {
    for (const socket of sockets) {
      socket.destroy()
    }
    for (const server of servers) {
      server.close()
    }
  })

  app.post('/control', async ({ body }, reply) => {
    const { data } = controlSchema.safeParse(body)
    const mailbox = data && mailboxes.find(data.address)
    if (!mailbox) {
      return reply.code(400).send({ error: 'Name a mailbox of the sandbox.' })
    }
    const { password, failures, say = [], bounce, renumber } = data
    mailbox.password = password ?? mailbox.password
    mailbox.failures = failures?.map((each) => ({ ...each })) ?? mailbox.failures
    const messageIds = say.map((said) => deliver(mailbox, said))
    if (bounce) {
      mailboxes.deliver(mailbox, Buffer.from(writeBounce(mailbox, bounce)))
    }
    if (renumber) {
      mailboxes.renumber(mailbox)
    }
    const sent = await Promise.all(mailbox.sent.map(show))
    return { sent, messageIds, readers: mailbox.readers }
  })

  function deliver(mailbox: Mailbox, said: z.output<typeof saySchema>) {
    const messageId = said.messageId ?? `<${randomUUID()}@customer.example>`
    const source = Buffer.from(writeMail(mailbox, { ...said, messageId }, now()))
    for (let count = 0; count < said.repeat; count += 1) {
      mailboxes.deliver(mailbox, source)
    }
    return messageId
  }
}

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return (server.address() as AddressInfo).port
}

async function show({ from, to, source }: SentMail) {
  const { default: PostalMime } = await import('postal-mime')
  const { headers, subject, text, html, messageId, inReplyTo, references, attachments } =
    await PostalMime.parse(source)
  return {
    ...{ from, to, subject, text, html, messageId, inReplyTo, references },
    files: attachments.map(({ filename, mimeType, content }) => ({
      ...{
        name: filename ?? '',
        mime: mimeType,
        base64: Buffer.from(content as ArrayBuffer).toString('base64'),
      },
    })),
    headers: headers.map(({ originalKey, value }) => `${originalKey}: ${value}`),
  }
}

type Said = z.output<typeof saySchema> & { messageId: string }

function writeMail({ address }: Mailbox, said: Said, now: Date) {
  const { from, name, subject, text, html, messageId, inReplyTo, references, headers, date, files } = said
  const boundary = `=_${randomUUID()}`
  const parts = [
    ...(text !== '' || html === undefined ? [part('text/plain; charset=utf-8', Buffer.from(text))] : []),
    ...(html === undefined ? [] : [part('text/html; charset=utf-8', Buffer.from(html))]),
    ...files.map((file) =>
      part(
        file.mime,
        Buffer.from(file.base64, 'base64'),
        `Content-Disposition: attachment; filename="${file.name}"`,
      ),
    ),
  ]
  const kind = files.length > 0 ? 'mixed' : 'alternative'
  return [
    `From: ${encodeWord(name)} <${from}>`,
    `To: <${address}>`,
    `Subject: ${encodeWord(subject)}`,
    `Date: ${new Date(date ?? now).toUTCString()}`,
    ...(messageId === '' ? [] : [`Message-ID: ${messageId}`]),
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    ...(references ? [`References: ${references}`] : []),
    ...headers,
    'MIME-Version: 1.0',
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((each) => [`--${boundary}`, each]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

function part(type: string, bytes: Buffer, ...headers: string[]) {
  const lines = bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  return [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...headers, '', lines].join('\r\n')
}

function encodeWord(text: string) {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}

function writeBounce(
  { address }: Mailbox,
  { messageId, status, text }: { messageId: string; status: string; text: string },
) {
  return [
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@sandbox>',
    `To: <${address}>`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${randomUUID()}@sandbox>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_bounce"',
    '',
    '--=_bounce',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--=_bounce',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox',
    '',
    'Final-Recipient: rfc822; someone@customer.example',
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${text}`,
    '',
    '--=_bounce',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    `From: <${address}>`,
    '',
    '--=_bounce--',
    '',
  ].join('\r\n')
}
