import type { Store, Writer } from '#server/db/store.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { StartOf } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { Alongside } from '#server/features/runs/runs.service.ts'
import { toAppError } from '#server/http/errors.ts'
import type { NewId } from '#server/ids.ts'
import type { SkipReason } from '#shared/triggers.ts'
import { listNextRuns, readSchedule, scheduledInput } from './schedule-rule.ts'
import type { FlowTrigger } from './triggers.repository.ts'
import * as rows from './triggers.repository.ts'
import type { TriggerLogRow, TriggerRow } from './triggers.table.ts'

/** A run that starts later than this was missed. */
const MISSED_MS = 60_000
const MAX_QUEUED = 10

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  startOf: StartOf
  trigger: ChatService['trigger']
}

/** Thrown in the transaction that begins a run, so that the run has never been. */
class Rejection extends Error {
  readonly reason: 'lost' | 'busy' | 'repeated'
  constructor(reason: Rejection['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Starts the runs of schedules. Several processes may do so at once: each run is claimed by one of them. */
export function createScheduleFiring({ store, newId, now, startOf, trigger }: Deps) {
  /** Returns the number of runs that were started. */
  async function fire(): Promise<number> {
    let started = 0
    const errors: unknown[] = []
    for (const due of await rows.listDue(store.db, now())) {
      try {
        started += (await fireOne(due)) ? 1 : 0
      } catch (error) {
        // One flow must not keep the others from running.
        errors.push(error)
      }
    }
    started += await fireQueued()
    if (errors.length > 0) {
      throw new AggregateError(errors, 'Schedules could not be run.')
    }
    return started
  }

  async function fireOne({ trigger: row, flow }: FlowTrigger): Promise<boolean> {
    const time = now()
    const { nextDate: due } = row
    if (!due || row.versionId !== flow.versionId || due > time) {
      await plan(row, flow)
      return false
    }
    const { next, inputs } = await readNext(flow)
    const advance = { nextDate: next, lastDate: time }
    const claim = async (tx: Writer) => {
      if (!(await rows.claimDue(tx, row, advance))) {
        throw new Rejection('lost')
      }
    }
    if (!inputs) {
      await store.transaction((tx) => rows.claimDue(tx, row, { nextDate: null }))
      return false
    }
    if (row.missed === 'skip' && time.getTime() - due.getTime() > MISSED_MS) {
      await leave(claim, entryOf(flow.id, due, { state: 'SKIPPED', reason: 'missed' }))
      return false
    }
    try {
      await start(flow, inputs, async (tx, { runId, messageId }) => {
        await claim(tx)
        await rejectBusy(tx, row, runId)
        const entry = entryOf(flow.id, due, { state: 'STARTED', runId, messageId })
        if (!(await rows.insertLog(tx, entry))) {
          throw new Rejection('repeated')
        }
      })
      return true
    } catch (error) {
      await leave(claim, await entryAbout(error, row, due))
      return false
    }
  }

  /** Starts the oldest queued run of each schedule that has none. */
  async function fireQueued(): Promise<number> {
    let started = 0
    for (const { entry, trigger: row, flow } of await rows.listQueued(store.db)) {
      try {
        const { inputs = {} } = await readNext(flow)
        await start(flow, inputs, async (tx, { runId, messageId }) => {
          await rows.lockTrigger(tx, row.flowId)
          await rejectBusy(tx, row, runId)
          if (!(await rows.leaveQueue(tx, entry.id, { state: 'STARTED', runId, messageId }))) {
            throw new Rejection('lost')
          }
        })
        started += 1
      } catch (error) {
        if (!(error instanceof Rejection)) {
          const { message } = toAppError(error)
          await store.transaction((tx) => rows.leaveQueue(tx, entry.id, { state: 'FAILED', error: message }))
        }
      }
    }
    return started
  }

  async function start(flow: FlowRow, inputs: Readonly<Record<string, unknown>>, alongside: Alongside) {
    const { question, value } = scheduledInput(inputs)
    const input = { question, input: { kind: 'schedule' as const, value: value as Json } }
    const { reply } = await trigger(flow, input, 'SCHEDULED', alongside)
    void reply(false)
      // The run has been closed with its error, which the owner sees in its log.
      .catch(() => undefined)
      .then(fireQueued)
      // The next tick tries again.
      .catch(() => undefined)
  }

  async function rejectBusy(tx: Writer, { flowId, overlap }: TriggerRow, runId: string) {
    if (overlap !== 'parallel' && (await rows.isBusy(tx, flowId, runId))) {
      throw new Rejection('busy')
    }
  }

  /** Moves on without a run. */
  async function leave(claim: (tx: Writer) => Promise<void>, entry: TriggerLogRow) {
    try {
      await store.transaction(async (tx) => {
        await claim(tx)
        const isFull = entry.state === 'QUEUED' && (await rows.countQueued(tx, entry.flowId)) >= MAX_QUEUED
        await rows.insertLog(tx, isFull ? { ...entry, state: 'SKIPPED', reason: 'queue_full' } : entry)
      })
    } catch (error) {
      if (!(error instanceof Rejection)) {
        throw error
      }
    }
  }

  async function entryAbout(error: unknown, { flowId, overlap }: TriggerRow, due: Date) {
    if (!(error instanceof Rejection)) {
      return entryOf(flowId, due, { state: 'FAILED', error: toAppError(error).message })
    }
    return overlap === 'queue'
      ? entryOf(flowId, due, { state: 'QUEUED' })
      : entryOf(flowId, due, { state: 'SKIPPED', reason: 'overlap' })
  }

  /** After a publication: the next date of the new version, none if it does not start by a schedule. */
  async function plan(row: TriggerRow, flow: FlowRow) {
    const { next } = await readNext(flow)
    const { versionId } = flow
    await store.transaction((tx) => rows.claimDue(tx, row, { nextDate: next, versionId }))
  }

  async function readNext(flow: FlowRow) {
    const { kind, inputs } = await startOf(flow)
    const time = now()
    const read = kind === 'schedule' ? readSchedule(inputs, time) : undefined
    if (!read) {
      return { next: null, inputs: undefined }
    }
    // The last run of a schedule that has ended is still due.
    return { next: 'rule' in read ? (listNextRuns(read.rule, time, 1)[0] ?? null) : null, inputs }
  }

  type Outcome = Pick<TriggerLogRow, 'state'> &
    Partial<Pick<TriggerLogRow, 'error' | 'runId' | 'messageId'>> & { reason?: SkipReason }

  function entryOf(flowId: string, scheduledDate: Date, outcome: Outcome): TriggerLogRow {
    return {
      ...{ id: newId(), flowId, kind: 'schedule', scheduledDate, createdDate: now() },
      ...{ reason: null, error: null, runId: null, messageId: null, deliveryKey: null },
      ...{ callbackDate: null, callbackTries: 0 },
      ...outcome,
    }
  }

  return { fire, fireQueued }
}
