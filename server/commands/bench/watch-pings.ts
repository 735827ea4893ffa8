import { Agent, get } from 'node:http'

const EVERY_MS = 5
const agent = new Agent({ keepAlive: true, maxSockets: 20 })

/**
 * Sends a ping every 5 ms while `work` runs, whether or not the last one was answered, so that every pause of the
 * server is measured.
 */
export async function watchPings<Result>(origin: string, work: () => Promise<Result>) {
  const times: Promise<number>[] = []
  const polling = setInterval(() => times.push(ping(origin)), EVERY_MS)
  const startedAt = performance.now()
  const result = await work().finally(async () => {
    clearInterval(polling)
    await Promise.allSettled(times)
  })
  const ms = performance.now() - startedAt
  const sorted = (await Promise.all(times)).toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)
  const pings = `${sorted.length} asked, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`
  return { result, ms, pings }
}

export const closePings = () => agent.destroy()

function ping(origin: string) {
  const startedAt = performance.now()
  return new Promise<number>((resolve, reject) => {
    get(`${origin}/api/v1/ping`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(performance.now() - startedAt))
    }).on('error', reject)
  })
}
