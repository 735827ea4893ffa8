import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = { from: string; to: string[]; source: string; text: string }

export async function openMailServer({ rejects = false } = {}) {
  const characters: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    talk(socket, rejects, (letter) => characters.push(letter))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) {
        socket.destroy()
      }
      server.close(() => resolve())
    })
  onTestFinished(close)
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, characters, close }
}

function talk(socket: Socket, rejects: boolean, onMail: (letter: Received) => void) {
  let unread = ''
  let body: string | undefined
  let letter = { from: '', to: [] as string[] }

  function write(line: string): string | undefined {
    if (line !== '.') {
      body += `${line}\n`
      return undefined
    }
    onMail({ ...letter, source: body ?? '', text: decode(body ?? '') })
    body = undefined
    return '250 kept'
  }

  function command(line: string): string {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    switch (line.slice(0, 4).toUpperCase()) {
      case 'MAIL':
        letter = { from: address, to: [] }
        return '250 ok'
      case 'RCPT':
        letter.to.push(address)
        return rejects ? '550 no such reader' : '250 ok'
      case 'DATA':
        body = ''
        return '354 go on'
      case 'QUIT':
        socket.end('221 bye\r\n')
        return ''
      default:
        return '250 ok'
    }
  }

  socket.write('220 test\r\n')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const lines = `${unread}${chunk}`.split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      const answer = body === undefined ? command(line) : write(line)
      if (answer) {
        socket.write(`${answer}\r\n`)
      }
    }
  })
}

function decode(source: string): string {
  const [head = '', ...rest] = source.split('\n\n')
  const text = rest.join('\n\n')
  if (/base64/i.test(head)) {
    return Buffer.from(text, 'base64').toString('utf8')
  }
  if (!/quoted-printable/i.test(head)) {
    return text
  }
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
