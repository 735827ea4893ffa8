import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A fake Redis for tests that speaks RESP: lists, strings, expiry, a password. Closed when the test ends. */
export async function openTinyRedis({ password }: { password?: string } = {}) {
  const lists = new Map<string, string[]>()
  const texts = new Map<string, string>()
  const lives = new Map<string, number>()
  const seen: string[][] = []
  let connections = 0
  const sockets = new Set<Socket>()

  function answer([name = '', key = '', ...rest]: string[], isKnown: { user: boolean }): string {
    const command = name.toUpperCase()
    if (command === 'AUTH' || command === 'HELLO') {
      isKnown.user ||= [key, ...rest].includes(password ?? '')
      return isKnown.user ? '+OK\r\n' : '-WRONGPASS invalid username-password pair\r\n'
    }
    if (!isKnown.user) {
      return '-NOAUTH Authentication required.\r\n'
    }
    return (commands[command] ?? unknown)(key, rest)
  }

  const unknown = () => '-ERR unknown command\r\n'
  const ok = () => '+OK\r\n'
  const commands: Record<string, (key: string, rest: string[]) => string> = {
    CLIENT: ok,
    SELECT: ok,
    PING: () => '+PONG\r\n',
    LPUSH(key, values) {
      if (texts.has(key)) {
        return '-WRONGTYPE Operation against a key holding the wrong kind of value\r\n'
      }
      lists.set(key, [...values.reverse(), ...(lists.get(key) ?? [])])
      return `:${lists.get(key)?.length}\r\n`
    },
    LRANGE(key, [from = '0', to = '-1']) {
      if (texts.has(key)) {
        return '-WRONGTYPE Operation against a key holding the wrong kind of value\r\n'
      }
      const list = lists.get(key) ?? []
      const at = (index: string) => (Number(index) < 0 ? list.length + Number(index) : Number(index))
      return toArray(list.slice(Math.max(0, at(from)), at(to) + 1))
    },
    GET: (key) => toText(texts.get(key)),
    SET(key, [value = '', option, time]) {
      texts.set(key, value)
      if (option) {
        lives.set(key, Number(time))
      }
      return '+OK\r\n'
    },
    MGET: (key, rest) =>
      `*${rest.length + 1}\r\n${[key, ...rest].map((each) => toText(texts.get(each))).join('')}`,
    EXPIRE(key, [seconds]) {
      lives.set(key, Number(seconds))
      return ':1\r\n'
    },
  }

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    const isKnown = { user: password === undefined }
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      rest += data.toString('utf8')
      for (let read = readCommand(rest); read; read = readCommand(rest)) {
        rest = read.rest
        seen.push(read.command)
        socket.write(answer(read.command, isKnown))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) {
      socket.destroy()
    }
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    place: { host: '127.0.0.1', port },
    pair: `127.0.0.1:${port}`,
    lists,
    texts,
    lives,
    seen,
    cut,
    connections: () => connections,
  }
}

/**
 * `*2\r\n$3\r\nGET\r\n$1\r\na\r\n`; undefined while incomplete. Lengths assume ASCII, which is all the tests send.
 */
function readCommand(text: string): { command: string[]; rest: string } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) {
    return undefined
  }
  const bytes = Buffer.from(text.slice(head[0].length))
  const command: string[] = []
  let at = 0
  for (let index = 0; index < Number(head[1]); index += 1) {
    const end = bytes.indexOf('\r\n', at)
    const length = Number(bytes.subarray(at + 1, end).toString())
    const stop = end + 2 + length
    if (end < 0 || bytes.length < stop + 2) {
      return undefined
    }
    command.push(bytes.subarray(end + 2, stop).toString('utf8'))
    at = stop + 2
  }
  return { command, rest: bytes.subarray(at).toString('utf8') }
}

function toText(value: string | undefined) {
  return value === undefined ? '$-1\r\n' : `$${Buffer.byteLength(value)}\r\n${value}\r\n`
}

function toArray(values: string[]) {
  return `*${values.length}\r\n${values.map(toText).join('')}`
}
