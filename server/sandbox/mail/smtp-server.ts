import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Mailbox, Mailboxes, MailFailure } from './mailboxes.ts'

const MAX_BYTES = 40 * 1024 * 1024
const END = '\r\n.\r\n'

type Session = {
  mailbox: Mailbox | undefined
  /** The steps of AUTH LOGIN that are still to come. */
  login: { user: string | undefined } | undefined
  from: string | undefined
  to: string | undefined
  isInData: boolean
  failure: MailFailure | undefined
}

/** SMTP submission (RFC 6409) with AUTH PLAIN and LOGIN. One recipient per message. */
export function createSmtpServer(mailboxes: Mailboxes) {
  return createServer((socket) => converse(socket, mailboxes))
}

function converse(socket: Socket, mailboxes: Mailboxes) {
  const fresh = { from: undefined, to: undefined, isInData: false, failure: undefined }
  const session: Session = { ...fresh, mailbox: undefined, login: undefined }
  const write = (line: string) => void socket.write(`${line}\r\n`)
  let pending = ''
  let working = Promise.resolve()

  function signIn(user: string, password: string) {
    const mailbox = mailboxes.find(user)
    if (!mailbox || !mailboxes.isPassword(mailbox, password)) {
      return write('535 5.7.8 Authentication credentials invalid')
    }
    session.mailbox = mailbox
    return write('235 2.7.0 Authentication successful')
  }

  function authenticate(rest: string) {
    const [, method = '', initial] = /^(\S+)(?: (\S+))?$/.exec(rest) ?? []
    if (method.toUpperCase() === 'PLAIN' && initial !== undefined) {
      const [, user = '', password = ''] = decode(initial).split('\0')
      return signIn(user, password)
    }
    if (method.toUpperCase() === 'LOGIN') {
      session.login = { user: initial === undefined ? undefined : decode(initial) }
      return write(`334 ${encode(initial === undefined ? 'Username:' : 'Password:')}`)
    }
    return write('504 5.5.4 Unrecognized authentication type')
  }

  function goOnWithLogin({ user }: { user: string | undefined }, line: string) {
    if (user === undefined) {
      session.login = { user: decode(line) }
      return write(`334 ${encode('Password:')}`)
    }
    session.login = undefined
    return signIn(user, decode(line))
  }

  function setRecipient(rest: string) {
    const [, to] = /^TO:<([^<>\s]+@[^<>\s]+)>/i.exec(rest) ?? []
    if (session.from === undefined || to === undefined) {
      return write('503 5.5.1 Bad sequence of commands')
    }
    session.failure = session.mailbox && mailboxes.nextFailure(session.mailbox)
    if (session.failure?.kind === 'later') {
      return write('451 4.7.1 Greylisted, try again later')
    }
    if (session.failure?.kind === 'rejected') {
      return write('550 5.1.1 No such user here')
    }
    session.to = to
    return write('250 2.1.5 OK')
  }

  const commands: Record<string, (rest: string) => void> = {
    EHLO: (rest) =>
      write(`250-sandbox greets ${rest}\r\n250-AUTH PLAIN LOGIN\r\n250-8BITMIME\r\n250 SIZE ${MAX_BYTES}`),
    HELO: () => write('250 sandbox'),
    AUTH: authenticate,
    MAIL(rest) {
      const [, from] = /^FROM:<([^<>\s]*)>/i.exec(rest) ?? []
      if (!session.mailbox) {
        return write('530 5.7.0 Authentication required')
      }
      if (from?.toLowerCase() !== session.mailbox.address) {
        return write('553 5.7.1 Sender address rejected: not owned by user')
      }
      Object.assign(session, fresh, { from })
      return write('250 2.1.0 OK')
    },
    RCPT: setRecipient,
    DATA() {
      session.isInData = session.to !== undefined
      write(session.isInData ? '354 End data with <CR><LF>.<CR><LF>' : '503 5.5.1 Bad sequence of commands')
    },
    RSET() {
      Object.assign(session, fresh)
      write('250 2.0.0 OK')
    },
    NOOP: () => write('250 2.0.0 OK'),
    QUIT() {
      write('221 2.0.0 Bye')
      socket.end()
    },
  }

  function perform(line: string) {
    if (session.login) {
      return goOnWithLogin(session.login, line)
    }
    const [, name = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? []
    const command = commands[name.toUpperCase()]
    return command ? command(rest) : write('500 5.5.2 Command not recognized')
  }

  async function take(data: string) {
    const { mailbox, from = '', to = '', failure } = session
    Object.assign(session, fresh)
    switch (failure?.kind) {
      case 'late later':
        return write('451 4.3.0 Try again later')
      case 'late rejected':
        return write('554 5.7.1 Message rejected as spam')
      case 'slow':
        await pause(failure.seconds * 1_000)
        break
    }
    const source = Buffer.from(data.replace(/^\.\./gm, '.'), 'latin1')
    if (mailbox) {
      mailboxes.send(mailbox, { from, to, source })
    }
    return failure?.kind === 'cut' ? socket.destroy() : write('250 2.0.0 OK queued')
  }

  function read() {
    for (;;) {
      const end = pending.indexOf(session.isInData ? END : '\r\n')
      if (end < 0) {
        return
      }
      if (session.isInData) {
        const data = `${pending.slice(0, end)}\r\n`
        pending = pending.slice(end + END.length)
        session.isInData = false
        working = working.then(() => void take(data))
      } else {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        perform(line)
      }
    }
  }

  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    pending += String(chunk)
    if (pending.length > MAX_BYTES) {
      socket.destroy()
      return
    }
    read()
  })
  write('220 sandbox ESMTP')
}

const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8')
const encode = (text: string) => Buffer.from(text).toString('base64')
