import type { ImapFlow } from 'imapflow'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import { type ChannelCursor, SendFailure, type Watching } from '#server/ports/channels.ts'
import { type Dial, guardFailure, type MailAccount, wordsOf } from './mail-account.ts'
import { type RawMail, readFiles, readMail } from './read-mail.ts'

const CONNECT_MS = 15_000
/** Between two looks at a mailbox whose server reports nothing. */
const POLL_MS = 60_000
/** Of a message with its files. The rest of a larger one is not read. */
const MAX_BYTES = 30 * 1024 * 1024
const DAY_MS = 86_400_000
/** Older messages are not answered: somebody has moved them, or the server has numbered its messages again. */
const MAX_AGE_MS = 7 * DAY_MS

/** The inbox of an account. Nothing in it is changed. */
export function createMailbox(dial: Dial) {
  async function open({ imap, user, password: pass }: MailAccount): Promise<ImapFlow> {
    assertOutsideTransaction('A request to a mail server')
    const { address, port, servername, security } = await dial(imap)
    const { ImapFlow: Client } = await import('imapflow')
    const client = new Client({
      ...{ host: address, port, servername, auth: { user, pass }, logger: false },
      ...{ secure: security === 'tls', doSTARTTLS: security === 'starttls' },
      ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, disableAutoIdle: true },
      maxLiteralSize: MAX_BYTES + 1024,
    })
    // A connection that breaks must not end the process; the command in progress fails.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async function using<Value>(account: MailAccount, work: (client: ImapFlow) => Promise<Value>) {
    let client: ImapFlow | undefined
    try {
      client = await open(account)
      return await work(client)
    } catch (error) {
      throw error instanceof SendFailure ? error : failureOf(error)
    } finally {
      client?.close()
    }
  }

  /** Throws unless the account can be read. */
  function check(account: MailAccount) {
    return using(account, (client) => client.mailboxOpen('INBOX', { readOnly: true }))
  }

  /** Hands over what arrives until the signal is aborted. */
  function watch(account: MailAccount, watching: Watching): Promise<void> {
    return using(account, async (client) => {
      const { signal } = watching
      const close = () => client.close()
      signal.addEventListener('abort', close, { once: true })
      try {
        await readUntilClosed(client, account, watching)
      } catch (error) {
        if (!signal.aborted) {
          throw error
        }
      } finally {
        signal.removeEventListener('abort', close)
      }
    })
  }

  async function readUntilClosed(client: ImapFlow, account: MailAccount, watching: Watching) {
    const { uidValidity, uidNext } = await client.mailboxOpen('INBOX', { readOnly: true })
    const end = { uidValidity: String(uidValidity), uid: String(uidNext - 1) }
    let cursor = await startOf(client, watching, end)
    await watching.opened()
    const changes = listenForChanges(client, watching.signal)
    while (!watching.signal.aborted) {
      changes.clear()
      cursor = await readNew(client, account, { ...watching, cursor })
      await changes.next()
    }
  }

  /** A server that has numbered its messages again is read from the last days: known messages are recognized by their ids. */
  async function startOf(client: ImapFlow, watching: Watching, end: ChannelCursor): Promise<ChannelCursor> {
    const { cursor } = watching
    if (cursor !== null && cursor.uidValidity === end.uidValidity) {
      return cursor
    }
    // The search knows days only, in the time zone of the server.
    const since = new Date(oldestOf(watching) - DAY_MS)
    const found = await client.search({ since }, { uid: true })
    const first = Math.min(...(found || []), Number(end.uid) + 1)
    return { ...end, uid: String(first - 1) }
  }

  async function readNew(client: ImapFlow, account: MailAccount, watching: Watching) {
    const { cursor, store } = watching
    let { uidValidity = '', uid: last = '0' } = cursor ?? {}
    const found = (await client.search({ uid: `${Number(last) + 1}:*` }, { uid: true })) || []
    // The range ends at the newest message, even where that is an older one.
    for (const uid of found.filter((each) => each > Number(last)).toSorted((a, b) => a - b)) {
      const mail = await fetchMail(client, uidValidity, uid)
      const isNew = mail && mail.receivedDate.getTime() >= oldestOf(watching)
      last = String(uid)
      await store(isNew ? [await readMail(mail, account)] : [], { uidValidity, uid: last })
    }
    return { uidValidity, uid: last }
  }

  async function download(account: MailAccount, id: string): Promise<Uint8Array> {
    const [uidValidity = '', uid, index] = id.split(':')
    return using(account, async (client) => {
      const box = await client.mailboxOpen('INBOX', { readOnly: true })
      const isSame = String(box.uidValidity) === uidValidity
      const mail = isSame ? await fetchMail(client, uidValidity, Number(uid)) : undefined
      const file = mail && (await readFiles(mail.source))[Number(index)]
      if (!file) {
        throw new SendFailure('rejected', 'The mailbox no longer has this file.')
      }
      return file.bytes
    })
  }

  return { check, watch, download }
}

/** Dates of messages have no milliseconds. */
function oldestOf({ since, now }: Watching) {
  return Math.max(since.getTime() - (since.getTime() % 1_000), now().getTime() - MAX_AGE_MS)
}

async function fetchMail(client: ImapFlow, uidValidity: string, uid: number): Promise<RawMail | undefined> {
  const query = { uid: true, internalDate: true, source: { maxLength: MAX_BYTES } }
  const found = await client.fetchOne(String(uid), query, { uid: true })
  if (found === false || !found.source) {
    return undefined
  }
  const receivedDate = new Date(found.internalDate ?? Number.NaN)
  return { uidValidity, uid, receivedDate, source: found.source }
}

/** What the server reports may come at any time, also while messages are read. */
function listenForChanges(client: ImapFlow, signal: AbortSignal) {
  let hasChanged = false
  let wake: () => void = () => undefined
  client.on('exists', () => {
    hasChanged = true
    wake()
  })
  client.once('close', () => wake())
  signal.addEventListener('abort', () => wake(), { once: true })

  /** Until the server reports something, or it is time to look. Throws when the connection has ended. */
  async function next() {
    if (!hasChanged && client.usable && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(resolve, POLL_MS).unref()
      client.idle().catch(() => undefined)
      await promise
      clearTimeout(timer)
    }
    if (!client.usable) {
      throw new SendFailure('later', 'The mail server has closed the connection.')
    }
  }

  return {
    next,
    clear: () => {
      hasChanged = false
    },
  }
}

/** Of a connection, as the owner reads it. */
function failureOf(error: unknown): SendFailure {
  const { authenticationFailed, serverResponseCode } = error as Record<string, unknown>
  const code = String(serverResponseCode ?? (error as { code?: unknown }).code ?? 'connection')
  if (authenticationFailed && serverResponseCode !== 'UNAVAILABLE') {
    return new SendFailure('signed_out', `IMAP rejects the user name or the password: ${wordsOf(error)}`, {
      code,
    })
  }
  return (
    guardFailure(error) ??
    new SendFailure('later', `IMAP could not be reached: ${wordsOf(error)}`, { code, cause: error })
  )
}
