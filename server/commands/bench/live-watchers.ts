// node live-watchers.ts <JSON>: operators over bare TCP, so that reading costs as little as possible. Prints a line once all
// have subscribed, and their figures when its input ends.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Order = { port: number; tokens: string[]; sockets: number; sampled: number }

const { port, tokens, sockets: count, sampled } = JSON.parse(process.argv[2] ?? '') as Order
const PARALLEL = 50
const PONG_MS = 20_000
/** Long enough for the beginning of a frame that has been cut in two. */
const TAIL = 2_000

/** All sockets read into it, so that reading allocates nothing. */
const buffer = Buffer.alloc(64 * 1_024)
const delays: number[] = []
let bytes = 0
let closed = 0
const all: Socket[] = []
for (let first = 0; first < count; first += PARALLEL) {
  all.push(...(await Promise.all(Array.from({ length: PARALLEL }, (_, index) => open(first + index)))))
}
const pongs = setInterval(() => {
  for (const socket of all) {
    socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]))
  }
}, PONG_MS)
print({ open: all.length - closed })
process.stdin.resume()
await once(process.stdin, 'end')
clearInterval(pongs)
print({ ...figures(), closed })
process.exit()

async function open(index: number) {
  const isSampled = index % Math.ceil(count / sampled) === 0
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
  let tail = ''
  let isOpen = false
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer,
      callback(length) {
        bytes += length
        if (!isOpen) {
          isOpen = true
          const head = buffer.toString('latin1', 0, length)
          if (head.startsWith('HTTP/1.1 101')) {
            resolve()
          } else {
            reject(new Error(head))
          }
        } else if (isSampled) {
          tail = read(tail + buffer.toString('latin1', 0, length))
        }
        return true
      },
    },
  })
  socket.on('close', () => {
    closed += 1
  })
  const token = tokens[index % tokens.length]
  socket.write(
    [
      `GET /api/v1/view-messages/all/ws?token=${token}&connectionId=${index} HTTP/1.1`,
      ...['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  await opened
  socket.write(
    textFrame(JSON.stringify({ type: 'subscribe', chatflowId: 'all', clientId: '', timestamp: 0 })),
  )
  return socket
}

/** Notes the age of every message in it, and returns what may be the beginning of another. */
function read(text: string) {
  const now = Date.now()
  let end = 0
  for (const { 0: found, 1: sentAt, index } of text.matchAll(/"content":"at (\d+)"/g)) {
    delays.push(now - Number(sentAt))
    end = index + found.length
  }
  return text.slice(Math.max(end, text.length - TAIL))
}

/** Masked with zeros, as clients must. */
function textFrame(text: string) {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

function figures() {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return {
    delivered: sorted.length,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    megabytes: Math.round(bytes / 1e6),
  }
}

function print(value: object) {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
