import type { Store, Writer } from '#server/db/store.ts'
import { interpolateStepText } from '#server/engine/program/step-values.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import type { Answering, ChatService, Reply } from '#server/features/chat/chat.service.ts'
import type { FlowAccess } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService, StartOf } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import { readInput } from '#server/http/read-input.ts'
import type { NewId } from '#server/ids.ts'
import { predictionInput } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import * as rows from './triggers.repository.ts'
import type { TriggerLogRow, TriggerRow } from './triggers.table.ts'
import { readWebhook, requireParams, requireWebhookForm, type WebhookRequest } from './webhook-request.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import { deliveryKeyOf, requireSignature, signatureHeaderOf } from './webhook-signature.ts'

/** How long a repeated delivery is recognised. */
const DELIVERY_MS = 7 * 24 * 60 * 60_000
/** Per flow and address, whatever the flow allows. */
const requestLimit = { max: 600, windowMs: 60_000 }

const place = predictionInput.pick({ chatId: true, sessionId: true, humanInput: true })

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  startOf: StartOf
  secrets: WebhookSecrets
  readReply: ChatService['readReply']
  sendCallbacks: () => Promise<void>
  trigger: ChatService['trigger']
  flows: Pick<FlowsService, 'find'>
  runs: Pick<RunsService, 'find'>
  access: Pick<FlowAccess, 'countRequest'>
  limits: Pick<AttemptLimits, 'countOwn'>
}

export type WebhookResponse =
  | { kind: 'answer' | 'stream'; answering: Answering }
  | { kind: 'again'; reply: Reply }
  | { kind: 'accepted'; chatId: string; executionId: string }

type Inputs = Readonly<Record<string, unknown>>
type Delivery = { flow: FlowRow; row: TriggerRow; inputs: Inputs; request: WebhookRequest }

/** Thrown in the transaction that begins a run, so that the run has never been. */
class DeliveredBefore extends AppError {
  constructor() {
    super('CONFLICT', 'This delivery has been received before.')
  }
}

/** Requests of other services that start a flow, or go on with a run that waits. */
export function createWebhooksService(deps: Deps) {
  const { store, newId, now, startOf, secrets, readReply, sendCallbacks, trigger, flows, runs } = deps

  /** Throws NOT_FOUND for a flow that is not listening. */
  async function receive(flowId: string, request: WebhookRequest): Promise<WebhookResponse> {
    const flow = await flows.find(flowId)
    const row = await rows.findTrigger(store.db, flowId)
    const { kind, inputs } = row?.enabled ? await startOf(flow) : { kind: null, inputs: {} }
    if (!row || kind !== 'webhook') {
      throw new AppError('NOT_FOUND', 'This flow is not listening.')
    }
    await countRequest(flow, request.address)
    requireWebhookForm(inputs, request)
    requireSignature(inputs, request, row.secret === null ? undefined : secrets.open(row), now())
    const delivery = { flow, row, inputs, request }
    const key = deliveryKeyOf(inputs, request, row.deliveryHeader)
    const known = key && (await knownDelivery(flow.id, key))
    return known ? replay(delivery, known) : begin(delivery, key)
  }

  async function countRequest(flow: FlowRow, address: string) {
    await deps.access.countRequest(flow, address)
    await deps.limits.countOwn(
      `webhook:${flow.id}:${address}`,
      requestLimit,
      (details) =>
        new AppError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', { details }),
    )
  }

  async function begin(delivery: Delivery, key: string | undefined): Promise<WebhookResponse> {
    const { flow, inputs, request } = delivery
    const value = readWebhook(request, signatureHeaderOf(inputs))
    requireParams(inputs, value)
    const entry = entryOf(delivery, key)
    const insert = async (tx: Writer, begun: { runId: string; messageId: string | null }) => {
      if (key !== undefined) {
        await rows.forgetDelivery(tx, flow.id, key, oldest())
      }
      if (!(await rows.insertLog(tx, { ...entry, ...begun }))) {
        throw new DeliveredBefore()
      }
    }
    const { chatId, sessionId, humanInput } = readInput(place, namedIn(value.body))
    const session = { ...(chatId && { chatId }), ...(sessionId && { sessionId }) }
    try {
      if (humanInput) {
        const answering = await trigger(flow, { ...session, humanInput }, 'WEBHOOK')
        const { run } = answering
        await store.transaction((tx) => insert(tx, { runId: run.id, messageId: null }))
        return respond(delivery, answering)
      }
      const question = questionOf(inputs, flow, value)
      const input = { ...session, question, input: { kind: 'webhook' as const, value } }
      return respond(delivery, await trigger(flow, input, 'WEBHOOK', insert))
    } catch (error) {
      const known = error instanceof DeliveredBefore && key && (await knownDelivery(flow.id, key))
      if (!known) {
        throw error
      }
      return replay(delivery, known)
    }
  }

  function respond({ inputs }: Delivery, answering: Answering): WebhookResponse {
    const mode = modeOf(inputs)
    if (mode !== 'async') {
      return { kind: mode === 'stream' ? 'stream' : 'answer', answering }
    }
    void answering
      .reply(false)
      // The run has been closed with its error, which the callback reports.
      .catch(() => undefined)
      .then(sendCallbacks)
      // The next tick tries again.
      .catch(() => undefined)
    const { id: executionId, chatId } = answering.run.row
    return { kind: 'accepted', chatId, executionId }
  }

  /** A repeated delivery gets the answer of the first one. */
  async function replay({ flow, inputs }: Delivery, { runId, messageId }: TriggerLogRow) {
    const run = runId ? await runs.find(runId) : undefined
    if (!run) {
      throw new DeliveredBefore()
    }
    if (run.state === 'running' || modeOf(inputs) === 'async') {
      return { kind: 'accepted', chatId: run.chatId, executionId: run.id } as const
    }
    return { kind: 'again', reply: await readReply(flow, run, messageId) } as const
  }

  async function knownDelivery(flowId: string, key: string) {
    const found = await rows.findDelivery(store.db, flowId, key)
    return found && found.createdDate > oldest() ? found : undefined
  }

  function oldest() {
    return new Date(now().getTime() - DELIVERY_MS)
  }

  function entryOf({ flow, inputs }: Delivery, key: string | undefined): TriggerLogRow {
    const time = now()
    const hasCallback = modeOf(inputs) === 'async' && Boolean(inputs.callbackUrl)
    return {
      ...{ id: newId(), flowId: flow.id, kind: 'webhook', scheduledDate: time, createdDate: time },
      ...{ state: 'STARTED', reason: null, error: null, runId: null, messageId: null },
      ...{ deliveryKey: key ?? null, callbackDate: hasCallback ? time : null, callbackTries: 0 },
    }
  }

  function questionOf(inputs: Inputs, flow: FlowRow, value: ReturnType<typeof readWebhook>): string {
    const mode = inputs.webhookInputMode ?? 'text'
    if (mode === 'payload') {
      return JSON.stringify(value.body)
    }
    if (mode !== 'text' || typeof inputs.webhookDefaultInput !== 'string') {
      return ''
    }
    const turn = { question: '', flowId: flow.id, chatId: '', sessionId: '', messageId: '', vars: {} }
    return interpolateStepText(inputs.webhookDefaultInput, {
      ...{ turn, runInput: { kind: 'webhook', value }, state: {}, outputOf: () => undefined },
      ...{ loopCount: 0, messageCount: 0, now: now().toISOString() },
    })
  }

  return { receive }
}

function modeOf(inputs: Inputs) {
  const mode = inputs.webhookResponseMode
  return mode === 'async' || mode === 'stream' ? mode : 'sync'
}

/** The fields of a body that concern the conversation. Others of the same name but another type are the flow's own. */
function namedIn(body: unknown) {
  const { chatId, sessionId, humanInput } = isRecord(body) ? body : {}
  return {
    ...(typeof chatId === 'string' && { chatId }),
    ...(typeof sessionId === 'string' && { sessionId }),
    ...(isRecord(humanInput) && { humanInput }),
  }
}
