import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { FlowStart, FlowsService, StartOf } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { toAppError } from '#server/http/errors.ts'
import { AppError } from '#shared/errors.ts'
import { isAgentFlow } from '#shared/flows.ts'
import type { saveTriggerInput, triggerLogInput } from '#shared/triggers.ts'
import { listNextRuns, readSchedule, type ScheduleRule, scheduledInput } from './schedule-rule.ts'
import * as rows from './triggers.repository.ts'
import type { TriggerRow } from './triggers.table.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

const SHOWN_RUNS = 5

type Deps = {
  store: Store
  now: () => Date
  startOf: StartOf
  secrets: WebhookSecrets
  flows: Pick<FlowsService, 'findOwn' | 'program'>
}

const none = { kind: null, inputs: {}, rule: undefined }
type State = FlowStart & { rule: ScheduleRule | undefined; problem: string | null }

/** The switch of a flow that starts by a schedule or a webhook, and the log of what it has started. */
export function createTriggersService({ store, now, startOf, secrets, flows }: Deps) {
  async function get(userId: string, id: string) {
    const flow = await flows.findOwn(userId, id)
    const [row, state] = await Promise.all([rows.findTrigger(store.db, id), stateOf(flow)])
    return show(row ?? newRow(flow), state)
  }

  /** Throws INVALID_FLOW when it should be enabled but the published version does not allow it. */
  async function save(
    userId: string,
    { id, enabled, missed, overlap, deliveryHeader }: z.output<typeof saveTriggerInput>,
  ) {
    const flow = await flows.findOwn(userId, id)
    const state = await stateOf(flow)
    if (enabled && state.problem !== null) {
      throw new AppError('INVALID_FLOW', state.problem)
    }
    const nextDate = (state.rule && listNextRuns(state.rule, now(), 1)[0]) ?? null
    const row = await change(flow, () => ({
      ...{ missed, overlap, updatedDate: now() },
      ...(deliveryHeader !== undefined && { deliveryHeader: deliveryHeader || null }),
      ...(enabled !== undefined && {
        enabled,
        versionId: flow.versionId,
        nextDate: enabled ? nextDate : null,
      }),
    }))
    return show(row, state)
  }

  /** The secret is returned this once. Signatures with the one before it are no longer valid. */
  async function replaceSecret(userId: string, id: string) {
    const flow = await flows.findOwn(userId, id)
    const { secret: webhookSecret, sealed } = secrets.create({ flowId: flow.id, userId })
    await change(flow, () => ({ secret: sealed, updatedDate: now() }))
    return { webhookSecret }
  }

  async function removeSecret(userId: string, id: string) {
    const flow = await flows.findOwn(userId, id)
    await change(flow, () => ({ secret: null, updatedDate: now() }))
  }

  async function change(flow: FlowRow, changes: () => Parameters<typeof rows.updateTrigger>[2]) {
    return store.transaction(async (tx: Writer) => {
      await rows.insertTrigger(tx, newRow(flow))
      return (await rows.updateTrigger(tx, flow.id, changes())) ?? newRow(flow)
    })
  }

  async function scheduleStatus(userId: string, id: string) {
    const flow = await flows.findOwn(userId, id)
    const [found, state] = await Promise.all([rows.findTrigger(store.db, id), stateOf(flow)])
    const { enabled, canEnable, reason, nextRuns } = show(found ?? newRow(flow), state)
    const { rule, inputs } = state
    const { mode, question, value } = scheduledInput(inputs)
    const row = found ?? newRow(flow)
    const record = rule && {
      ...{ id, triggerType: 'AGENTFLOW' as const, targetId: id, enabled },
      ...{ cronExpression: rule.cron, timezone: rule.timezone, endDate: rule.endDate ?? null },
      scheduleInputMode: mode,
      ...(mode === 'text' && { defaultInput: question }),
      ...(mode === 'form' && { defaultForm: JSON.stringify(value) }),
      ...{ lastRunAt: row.lastDate, nextRunAt: (enabled && nextRuns[0]) || null },
      ...{ createdDate: row.createdDate, updatedDate: row.updatedDate },
    }
    return { enabled, canEnable, ...(reason !== null && { reason }), record: record ?? null }
  }

  async function log(userId: string, { id, page, limit, status }: z.output<typeof triggerLogInput>) {
    await flows.findOwn(userId, id)
    const listing = { flowId: id, status }
    const found = await rows.listLog(store.db, { ...listing, limit, offset: (page - 1) * limit })
    return { data: found.map(toEntry), total: await rows.countLog(store.db, listing), page, limit }
  }

  /** Executions stay, because they explain charges. A queued run is given up. */
  async function removeLogs(userId: string, id: string, logIds: readonly string[]) {
    await flows.findOwn(userId, id)
    const deletedLogs = await store.transaction((tx) => rows.deleteLogs(tx, id, logIds))
    return { success: true as const, deletedLogs, deletedExecutions: 0 }
  }

  async function stateOf(flow: FlowRow): Promise<State> {
    if (!isAgentFlow(flow.type)) {
      return { ...none, problem: 'Only agent flows can start by a schedule or a webhook.' }
    }
    try {
      return await judge(flow, await startOf(flow))
    } catch (error) {
      return { ...none, problem: toAppError(error).message }
    }
  }

  async function judge(flow: FlowRow, start: FlowStart): Promise<State> {
    if (start.kind === null) {
      return { ...start, rule: undefined, problem: 'The published version starts with a question.' }
    }
    const read = start.kind === 'schedule' ? readSchedule(start.inputs, now()) : undefined
    return read && 'problem' in read
      ? { ...start, rule: undefined, problem: read.problem }
      : { ...start, rule: read?.rule, problem: await problemOf(flow) }
  }

  async function problemOf(flow: FlowRow) {
    return flows.program(flow).then(
      () => null,
      (error: unknown) => toAppError(error).message,
    )
  }

  function show(row: TriggerRow, { kind, rule, problem }: State) {
    const { missed, overlap, deliveryHeader } = row
    const nextRuns = rule ? listNextRuns(rule, now(), SHOWN_RUNS) : []
    return {
      ...{ kind, enabled: row.enabled && problem === null, canEnable: problem === null, reason: problem },
      ...{ missed, overlap, deliveryHeader, hasSecret: row.secret !== null },
      ...{ timezone: rule?.timezone ?? null, nextRuns },
    }
  }

  function newRow({ id: flowId, userId }: FlowRow): TriggerRow {
    return {
      ...{ flowId, userId, enabled: false, missed: 'skip', overlap: 'skip' },
      ...{ deliveryHeader: null, secret: null, versionId: null, nextDate: null, lastDate: null },
      ...{ createdDate: now(), updatedDate: now() },
    }
  }

  return { get, save, replaceSecret, removeSecret, scheduleStatus, log, removeLogs }
}

const sentences = {
  missed: 'The server was not running at this time.',
  overlap: 'The run before it had not ended.',
  queue_full: 'Too many runs were waiting.',
} as const

function toEntry({
  entry,
  status,
  startedDate,
  endedDate,
}: Awaited<ReturnType<typeof rows.listLog>>[number]) {
  const { id, flowId, kind, runId, reason, error, scheduledDate, createdDate } = entry
  return {
    ...{ id, scheduleRecordId: flowId, triggerType: kind, targetId: flowId, executionId: runId, status },
    ...{ error: error ?? (reason && sentences[reason]), reason },
    elapsedTimeMs: startedDate && endedDate ? endedDate.getTime() - startedDate.getTime() : null,
    ...{ scheduledAt: scheduledDate, createdDate },
  }
}
