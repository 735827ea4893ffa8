import { createHmac } from 'node:crypto'
import type { Store } from '#server/db/store.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { StartOf } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { RunRow } from '#server/features/runs/runs.table.ts'
import * as rows from './triggers.repository.ts'
import type { TriggerLogRow } from './triggers.table.ts'

/** After each failed try. */
const PAUSES_MS = [3_000, 6_000]
const TIMEOUT_MS = 10_000

type Deps = {
  store: Store
  now: () => Date
  startOf: StartOf
  readReply: ChatService['readReply']
  /** Rejects addresses of internal networks. */
  fetch: typeof globalThis.fetch
}

/** Sends what asynchronous webhooks have led to. A server that goes on with their runs also sends their callbacks. */
export function createCallbacks({ store, now, startOf, readReply, fetch }: Deps) {
  /** Tries every callback whose time has come, once. */
  async function sendDue() {
    for (const { entry, run, flow } of await rows.listDueCallbacks(store.db, now())) {
      const pause = PAUSES_MS[entry.callbackTries]
      const next = pause === undefined ? null : new Date(now().getTime() + pause)
      const isOurs = await store.transaction((tx) => rows.claimCallback(tx, entry, next))
      if (isOurs && (await send(entry, run, flow).catch(() => false))) {
        await store.transaction((tx) => rows.endCallback(tx, entry.id))
      }
    }
  }

  async function send(entry: TriggerLogRow, run: RunRow, flow: FlowRow): Promise<boolean> {
    const { inputs } = await startOf(run)
    const url = String(inputs.callbackUrl ?? '')
    const body = JSON.stringify(await outcomeOf(entry, run, flow))
    const secret = String(inputs.callbackSecret ?? '')
    const signature = secret && createHmac('sha256', secret).update(body).digest('hex')
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': entry.id,
        ...(signature && { 'x-flowise-signature': `sha256=${signature}` }),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok
  }

  async function outcomeOf(entry: TriggerLogRow, run: RunRow, flow: FlowRow) {
    const { chatId, state } = run
    try {
      const data = await readReply(flow, run, entry.messageId)
      return { status: state === 'waiting' ? 'STOPPED' : 'SUCCESS', chatId, data }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { status: state === 'stopped' ? 'STOPPED' : 'ERROR', chatId, error: message }
    }
  }

  return { sendDue }
}
