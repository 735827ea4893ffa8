import { openCalls } from '#server/features/runs/close-call.ts'
import type { LoggedEvent } from '#server/features/runs/runs.table.ts'
import { isEnding, type RunEvent, type StepWait } from '#shared/runs.ts'
import { expectThat } from './check-log.ts'

export type Page = { writer: string; events: LoggedEvent[] }

/** The tables of one run: its log with its primary key, its index and its holds. */
export function createSimulatedStore() {
  const pages: Page[] = []
  const holds = new Map<string, 'open' | 'closed'>()
  const issues: string[] = []
  let owner: string | undefined
  let state: 'running' | 'waiting' | 'ended' = 'running'
  let waits: StepWait[] = []

  const events = (): RunEvent[] => pages.flatMap((page) => page.events.map(({ event }) => event))
  const last = () => pages.at(-1)?.events.at(-1)?.sequence ?? 0

  /** One transaction. Throws when the number is taken: the key of the log. */
  function insertPage(writer: string, page: LoggedEvent[]) {
    if (page[0]?.sequence !== last() + 1) {
      throw new Error('LEASE_LOST')
    }
    pages.push({ writer, events: page })
    for (const { event } of page) {
      apply(event)
    }
  }

  function apply(event: RunEvent) {
    if (event.type === 'model_called') {
      expectThat(issues, !holds.has(event.callId), `${event.callId} is held twice`)
      holds.set(event.callId, 'open')
    } else if (event.type === 'model_finished' || event.type === 'model_stopped') {
      expectThat(
        issues,
        holds.get(event.callId) === 'open',
        `${event.callId} is charged without an open hold`,
      )
      holds.set(event.callId, 'closed')
    } else if (event.type === 'run_waiting') {
      state = 'waiting'
      owner = undefined
      waits = event.waits
    } else if (isEnding(event)) {
      state = 'ended'
    }
    const isHeld = state !== 'running' && [...holds.values()].includes('open')
    expectThat(issues, !isHeld, `a call is held although the run is ${state}`)
  }

  /** As `claim-run.ts`: closes open calls and takes the next number. False for a loser. */
  function claim(writer: string, answer?: Extract<RunEvent, { type: 'wait_answered' }>): boolean {
    const isFree = answer
      ? state === 'waiting' && waits.some(({ id }) => id === answer.waitId)
      : state === 'running'
    if (!isFree) {
      return false
    }
    state = 'running'
    owner = writer
    waits = []
    const past = events()
    const added: RunEvent[] = openCalls(past).map(({ nodeId, callId }) => ({
      ...{ type: 'model_stopped', at: 0, nodeId, callId, reason: 'cut', text: '', costMicro: 0 },
      usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
    }))
    added.push({ type: 'run_claimed', at: 0, processId: writer, reason: answer ? 'answer' : 'orphan' })
    added.push(...(answer ? [answer] : []))
    const next = last() + 1
    insertPage(
      writer,
      added.map((event, index) => ({ sequence: next + index, event })),
    )
    return true
  }

  return {
    ...{ pages, holds, issues, events, last, insertPage, claim },
    owner: () => owner,
    state: () => state,
    waits: () => waits,
    begin(writer: string) {
      owner = writer
    },
  }
}

export type SimulatedStore = ReturnType<typeof createSimulatedStore>
