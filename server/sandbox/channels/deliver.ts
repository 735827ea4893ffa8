import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

/** Posts to the address that a channel was given; it reaches this server alone. */
export type Deliver = (url: string, init: RequestInit) => Promise<Response>

/** How an event is delivered. */
export const deliverySchema = z.object({
  /** Sends it so often even when the first was accepted. */
  repeat: z.int().min(1).max(50).default(1),
  /** All at once instead of one after another. */
  isParallel: z.boolean().default(false),
  isForged: z.boolean().default(false),
})
export type Delivery = z.output<typeof deliverySchema>

/** Ten times as fast as platforms repeat. */
const WAITS_MS = [0, 200, 400, 800]

/** Returns the statuses of all attempts. Anything but 2xx is repeated, as platforms do. */
export async function deliverEvent(
  request: () => Promise<Response>,
  { repeat, isParallel, isForged }: Delivery,
): Promise<number[]> {
  const attempt = async () => {
    const response = await request()
    await response.text()
    return response.status
  }
  if (isParallel) {
    return Promise.all(Array.from({ length: repeat }, attempt))
  }
  const statuses: number[] = []
  for (let count = 0; count < repeat; count += 1) {
    statuses.push(...(await untilAccepted(attempt, isForged)))
  }
  return statuses
}

async function untilAccepted(attempt: () => Promise<number>, isOnce: boolean) {
  const statuses: number[] = []
  for (const waitMs of isOnce ? [0] : WAITS_MS) {
    await pause(waitMs)
    const status = await attempt().catch(() => 0)
    statuses.push(status)
    if (status >= 200 && status < 300) {
      break
    }
  }
  return statuses
}
