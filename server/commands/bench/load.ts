// A closed-loop load generator in its own process: each caller sends the next request after the response. Prints
// one line of JSON: responses per second, and the distribution of times to the full response and to the first
// matching byte.
import { Agent, request } from 'node:http'

type Order = {
  url: string
  /** `{{address}}` is replaced by another address for each request, `{{i}}` by its number. */
  headers: Record<string, string>
  /** `{{i}}` is replaced by the request number. */
  body: string
  callers: number
  seconds: number
  /** Text that every response must contain. */
  expect: string
  /** The text that marks the first token. */
  first?: string
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const agent = new Agent({ keepAlive: true, maxSockets: order.callers })
const completeMs: number[] = []
const firsts: number[] = []
let issued = 0
let failed = 0

await run(0.5, false)
const seconds = await run(order.seconds, true)
const spread = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
const result = {
  perSecond: Math.round(completeMs.length / seconds),
  sent: issued,
  failed,
  ms: spread(completeMs),
  firstMs: spread(firsts),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
agent.destroy()

async function run(forSeconds: number, isCounted: boolean) {
  const start = performance.now()
  const end = start + forSeconds * 1_000
  const caller = async () => {
    while (performance.now() < end) {
      await sendOne(isCounted)
    }
  }
  await Promise.all(Array.from({ length: order.callers }, caller))
  return (performance.now() - start) / 1_000
}

function sendOne(isCounted: boolean) {
  issued += 1
  const body = order.body.replace('{{i}}', String(issued))
  const address = `10.${[16, 8, 0].map((bits) => (issued >> bits) & 255).join('.')}`
  const given = Object.entries(order.headers).map(([name, value]) => [
    name,
    value.replace('{{address}}', address).replace('{{i}}', String(issued)),
  ])
  const headers = {
    ...Object.fromEntries(given),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const startedAt = performance.now()
  return new Promise<void>((resolve) => {
    const call = request(order.url, { method: 'POST', headers, agent }, (response) => {
      let text = ''
      let first: number | undefined
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        first ??= order.first && text.includes(order.first) ? performance.now() - startedAt : undefined
      })
      response.on('end', () => {
        const isGood = response.statusCode === 200 && text.includes(order.expect)
        failed += isGood ? 0 : 1
        if (isGood && isCounted) {
          completeMs.push(performance.now() - startedAt)
          firsts.push(first ?? 0)
        }
        resolve()
      })
    })
    call.on('error', () => {
      failed += 1
      resolve()
    })
    call.end(body)
  })
}
