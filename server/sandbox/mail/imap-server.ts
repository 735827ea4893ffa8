import { createServer, type Socket } from 'node:net'
import type { Mailbox, Mailboxes, StoredMail } from './mailboxes.ts'

const CAPABILITIES = 'IMAP4rev1 SASL-IR AUTH=PLAIN IDLE'
const MAX_LINE = 64 * 1024
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Session = {
  mailbox: Mailbox | undefined
  isOpen: boolean
  /** The tag of the command IDLE while it lasts. */
  idleTag: string | undefined
  /** The tag of the command AUTHENTICATE until its second line. */
  authTag: string | undefined
  /** Messages that the client knows of. */
  known: number
}

/** IMAP4rev1 (RFC 3501) with IDLE, as far as a reader of one inbox needs it. Unknown commands are BAD. */
export function createImapServer(mailboxes: Mailboxes) {
  return createServer((socket) => converse(socket, mailboxes))
}

function converse(socket: Socket, mailboxes: Mailboxes) {
  const session: Session = {
    mailbox: undefined,
    isOpen: false,
    idleTag: undefined,
    authTag: undefined,
    known: 0,
  }
  const write = (line: string) => void socket.write(`${line}\r\n`)
  let pending = ''
  let reading = ''

  const onChange = () => {
    if (session.idleTag !== undefined) {
      reportNew()
    }
  }
  const onClose = () => socket.end('* BYE The mailbox was renewed\r\n')

  function reportNew() {
    const count = session.mailbox?.mails.length ?? 0
    if (session.isOpen && count !== session.known) {
      session.known = count
      write(`* ${count} EXISTS`)
    }
  }

  function signIn(tag: string, user: string, password: string) {
    const mailbox = mailboxes.find(user)
    if (!mailbox || !mailboxes.isPassword(mailbox, password)) {
      return write(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials`)
    }
    session.mailbox = mailbox
    return write(`${tag} OK [CAPABILITY ${CAPABILITIES}] Signed in`)
  }

  function signInPlain(tag: string, response: string) {
    const [, user = '', password = ''] = Buffer.from(response, 'base64').toString('utf8').split('\0')
    signIn(tag, user, password)
  }

  function open(tag: string, command: string) {
    const { mailbox } = session
    if (!mailbox) {
      return write(`${tag} BAD Sign in first`)
    }
    leave()
    session.isOpen = true
    session.known = mailbox.mails.length
    mailbox.readers += 1
    mailbox.events.on('change', onChange)
    mailbox.events.on('close', onClose)
    write('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)')
    write(`* ${session.known} EXISTS`)
    write('* 0 RECENT')
    write(`* OK [UIDVALIDITY ${mailbox.uidValidity}] UIDs valid`)
    write(`* OK [UIDNEXT ${mailbox.uidNext}] Predicted next UID`)
    return write(`${tag} OK [${command === 'EXAMINE' ? 'READ-ONLY' : 'READ-WRITE'}] Opened`)
  }

  function leave() {
    if (session.mailbox && session.isOpen) {
      session.isOpen = false
      session.mailbox.readers -= 1
      session.mailbox.events.off('change', onChange)
      session.mailbox.events.off('close', onClose)
    }
  }

  function uidCommand(tag: string, rest: string) {
    const [, name = '', input = ''] = /^(\S+) (.*)$/.exec(rest) ?? []
    const mails = session.isOpen ? (session.mailbox?.mails ?? []) : undefined
    if (!mails) {
      return write(`${tag} BAD Open a mailbox first`)
    }
    switch (name.toUpperCase()) {
      case 'SEARCH':
        return sendFound(tag, search(mails, input))
      case 'FETCH':
        return sendMails(tag, mails, input)
      default:
        return write(`${tag} BAD Unknown command`)
    }
  }

  function sendFound(tag: string, found: readonly StoredMail[] | undefined) {
    const uids = found?.map(({ uid }) => uid).join(' ')
    write(uids === undefined ? `${tag} BAD Unknown search` : `* SEARCH ${uids}\r\n${tag} OK Done`)
  }

  function sendMails(tag: string, mails: readonly StoredMail[], input: string) {
    const [, set = '', items = ''] = /^(\S+) \(?(.*?)\)?$/.exec(input) ?? []
    for (const mail of inSet(mails, set)) {
      sendMail(mail, mails.indexOf(mail) + 1, items)
    }
    write(`${tag} OK Done`)
  }

  function sendMail(mail: StoredMail, number: number, items: string) {
    const [, from = '0', length = ''] = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(items) ?? []
    const start = Number(from)
    const body = mail.source.subarray(start, length === '' ? undefined : start + Number(length))
    const mark = length === '' ? 'BODY[]' : `BODY[]<${start}>`
    socket.write(
      `* ${number} FETCH (UID ${mail.uid} INTERNALDATE "${imapDate(mail.date)}" RFC822.SIZE ${mail.source.length} ${mark} {${body.length}}\r\n`,
    )
    socket.write(body)
    write(')')
  }

  const commands: Record<string, (tag: string, rest: string) => void> = {
    CAPABILITY: (tag) => write(`* CAPABILITY ${CAPABILITIES}\r\n${tag} OK Done`),
    NOOP(tag) {
      reportNew()
      write(`${tag} OK Done`)
    },
    LOGIN(tag, rest) {
      const [user = '', password = ''] = readStrings(rest)
      signIn(tag, user, password)
    },
    AUTHENTICATE(tag, rest) {
      const [, initial] = /^PLAIN(?: (\S+))?$/i.exec(rest) ?? []
      if (initial === undefined) {
        session.authTag = tag
        write('+ ')
      } else {
        signInPlain(tag, initial)
      }
    },
    // An empty pattern asks for the separator of names.
    LIST: (tag, rest) =>
      write(
        `* LIST ${rest.endsWith('""') ? '(\\Noselect) "/" ""' : '(\\HasNoChildren) "/" INBOX'}\r\n${tag} OK Done`,
      ),
    LSUB: (tag) => write(`* LSUB (\\HasNoChildren) "/" INBOX\r\n${tag} OK Done`),
    EXAMINE: (tag) => open(tag, 'EXAMINE'),
    SELECT: (tag) => open(tag, 'SELECT'),
    UID: uidCommand,
    IDLE(tag) {
      session.idleTag = tag
      write('+ idling')
      reportNew()
    },
    LOGOUT(tag) {
      write('* BYE')
      write(`${tag} OK Done`)
      socket.end()
    },
  }

  function perform(line: string) {
    if (session.idleTag !== undefined) {
      const tag = session.idleTag
      session.idleTag = undefined
      return write(line.toUpperCase() === 'DONE' ? `${tag} OK Done` : `${tag} BAD Expected DONE`)
    }
    if (session.authTag !== undefined) {
      signInPlain(session.authTag, line)
      session.authTag = undefined
      return undefined
    }
    const [, tag = '*', name = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/s.exec(line) ?? []
    const command = commands[name.toUpperCase()]
    return command ? command(tag, rest) : write(`${tag} BAD Unknown command`)
  }

  /** A line that ends with `{n}` goes on with n bytes. */
  function readLine(): string | undefined {
    const end = pending.indexOf('\r\n')
    if (end < 0) {
      return undefined
    }
    const line = pending.slice(0, end)
    const [, size, plus] = /\{(\d+)(\+?)\}$/.exec(line) ?? []
    if (size === undefined) {
      pending = pending.slice(end + 2)
      const whole = reading + line
      reading = ''
      return whole
    }
    const literalEnd = end + 2 + Number(size)
    if (pending.length < literalEnd) {
      if (plus === '') {
        write('+ go on')
      }
      return undefined
    }
    const literal = pending.slice(end + 2, literalEnd)
    reading += `${line.slice(0, line.lastIndexOf('{'))}${JSON.stringify(literal)}`
    pending = pending.slice(literalEnd)
    return readLine()
  }

  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('close', leave)
  socket.on('data', (chunk) => {
    pending += String(chunk)
    if (pending.length > MAX_LINE) {
      socket.destroy()
      return
    }
    for (let line = readLine(); line !== undefined; line = readLine()) {
      perform(line)
    }
  })
  write(`* OK [CAPABILITY ${CAPABILITIES}] Sandbox`)
}

/** Quoted strings and atoms. */
function readStrings(text: string) {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, atom]) =>
    Buffer.from(quoted?.replace(/\\(.)/g, '$1') ?? atom ?? '', 'latin1').toString('utf8'),
  )
}

function search(mails: readonly StoredMail[], text: string) {
  const [, set] = /^UID (\S+)$/i.exec(text) ?? []
  if (set !== undefined) {
    return inSet(mails, set)
  }
  const [, day] = /^SINCE "?(\d{1,2}-\w{3}-\d{4})"?$/i.exec(text) ?? []
  const since = Date.parse(`${day?.replaceAll('-', ' ')} UTC`)
  return Number.isNaN(since) ? undefined : mails.filter(({ date }) => date.getTime() >= since)
}

/** `5:*` always contains the newest message. */
function inSet(mails: readonly StoredMail[], set: string) {
  const newest = mails.at(-1)?.uid ?? 0
  const numberOf = (text = '') => (text === '*' ? newest : Number(text))
  const ranges = set.split(',').map((part) => {
    const [from, to = from] = part.split(':')
    return [numberOf(from), numberOf(to)].toSorted((a, b) => a - b)
  })
  return mails.filter(({ uid }) => ranges.some(([from = 0, to = 0]) => uid >= from && uid <= to))
}

function imapDate(date: Date) {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(date.getUTCDate())}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}
