import { AppError, type ErrorCode } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import type { EventOf } from '#shared/runs.ts'
import type { Effect, Tool, ToolResult } from './handles.ts'
import type { Json } from './inputs.ts'
import { attemptId, attemptsIn, createCallIds, pastOf, withinToolCall } from './past-calls.ts'
import type { Reuse } from './reuse.ts'
import type { RunLog } from './run-log.ts'
import { ServiceError } from './service-error.ts'
import { type Answered, StepWaiting, throwIfWaiting, type Waiting, waitFor } from './step-waiting.ts'

type Recording = {
  nodeId: string
  /** Prefix of the call ids; the node's id by default. */
  scope?: string | undefined
  waiting?: Waiting | undefined
  log: RunLog
  signal: AbortSignal
  reuse?: Reuse | undefined
  /** Hash of the step that built the tools; needed to reuse results of an earlier run. */
  stepHash?: string | undefined
  /** Calls with effects are not made: an evaluation asks the same questions again and again. */
  simulatesWrites?: boolean | undefined
}

/**
 * Errors that end the run instead of going back to the model: a retry would cost money, or the caller stopped the
 * run.
 */
const final: ReadonlySet<ErrorCode> = new Set(['STOPPED', 'TIMED_OUT', 'INSUFFICIENT_FUNDS', 'UNAVAILABLE'])

/** Longer results are truncated: the model's context window is finite and every token is paid for. */
const maxResult = 100_000

/**
 * Wraps the tools of a node so that each call emits two events; calls recorded by an earlier attempt of the run
 * are not repeated. Errors become results, so that the model can try something else.
 */
export function recordTools(built: unknown, recording: Recording): unknown {
  const { nodeId, log, signal, reuse, stepHash } = recording
  const nextCall = createCallIds(nodeId, recording.scope)

  const recordCall = (tool: Tool, make: Tool['call']) => async (args: Json) => {
    const isSimulated = simulates(recording, tool)
    const call = { callId: nextCall(tool.name), tool: tool.name, args, effect: tool.effect, isSimulated }
    const known = findResult(log, call)
    if (known) {
      return resultOf(known)
    }
    signal.throwIfAborted()
    throwIfWaiting(recording.waiting)
    const earlier = stepHash && reuse?.toolResult({ nodeId, stepHash, tool: tool.name, args })
    if (earlier) {
      const { callId } = call
      log.note({ type: 'tool_called', nodeId, callId, tool: tool.name, args, isReused: true })
      log.note({ type: 'tool_finished', nodeId, callId, tool: tool.name, ...finishedOf(earlier) })
      return resultOf(earlier)
    }
    const work = isSimulated
      ? async () => simulated(tool.name)
      : (callId: string) => attempt(make, args, { callId, signal })
    return resultOf(await makeCall(call, recording, work))
  }

  const record = (tool: Tool): Tool => ({
    ...tool,
    call: recordCall(tool, tool.call),
    ...(tool.callApproved && { callApproved: recordCall(tool, tool.callApproved) }),
  })

  return Array.isArray(built) ? built.map(record) : record(built as Tool)
}

export type EffectCall = {
  name: string
  args: Json
  effect: Effect
  /** The result of a simulated call; by default a sentence. */
  simulated?: Json
}

/**
 * Records any other effect of a step: its result is read from the log when the step is run again. Errors are thrown.
 * Only steps of agent flows are run again.
 */
export function recordEffects(recording: Recording) {
  const { nodeId, log, signal } = recording
  const nextCall = createCallIds(nodeId, recording.scope)

  return async <Value extends Json>(
    { name, args, effect, simulated: standIn }: EffectCall,
    work: () => Promise<Value>,
  ): Promise<Value> => {
    const isSimulated = simulates(recording, { effect })
    const call = { callId: nextCall(name), tool: name, args, effect, isSimulated }
    const known = findResult(log, call)
    if (known && !known.isError) {
      return parseResult<Value>(known.text)
    }
    signal.throwIfAborted()
    throwIfWaiting(recording.waiting)
    if (isSimulated) {
      const { text } = simulated(name, standIn)
      return parseResult<Value>(
        (await makeCall(call, recording, async () => ({ text, isError: false }))).text,
      )
    }
    const { text } = await makeCall(call, recording, async (callId) => ({
      text: JSON.stringify(await withinToolCall(callId, work)),
      isError: false,
    }))
    return parseResult<Value>(text)
  }
}

/** A person may have written the result of an uncertain call as plain text. */
function parseResult<Value extends Json>(text: string): Value {
  const value = parseJson(text)
  return (value === undefined ? text : value) as Value
}

function simulates(
  { simulatesWrites }: Recording,
  { effect, callsFlow }: Pick<Tool, 'effect' | 'callsFlow'>,
) {
  return simulatesWrites === true && effect !== 'read' && !callsFlow
}

function simulated(name: string, result?: Json): Finished {
  const sentence = `${name} was simulated, because this is an evaluation. Nothing was changed. Assume it has succeeded.`
  return { text: JSON.stringify(result ?? sentence), isError: false }
}

type Call = { callId: string; tool: string; args: Json; effect: Effect; isSimulated: boolean }
type Finished = Pick<EventOf<'tool_finished'>, 'text' | 'isError' | 'sourceDocuments' | 'artifacts'>

/** Stored before it is made: a call may have side effects, so a begun one must be known after a crash. */
async function makeCall(
  { callId, tool, args, effect, isSimulated }: Call,
  { nodeId, log, waiting }: Recording,
  work: (callId: string) => Promise<Finished>,
): Promise<Finished> {
  const attempts = attemptsIn(pastOf(log, callId))
  const id = attemptId(callId, attempts + 1)
  const isUncertain = attempts > 0 && effect === 'write'
  const done = isUncertain && waiting && decidedResult(attemptId(callId, attempts), { tool, args, waiting })
  if (done) {
    log.note({ type: 'tool_finished', nodeId, callId: attemptId(callId, attempts), tool, ...done })
    return done
  }
  await log.append({
    type: 'tool_called',
    ...{ nodeId, callId: id, tool, args, effect },
    ...(isSimulated && { isSimulated: true }),
  })
  const result = await work(id)
  log.note({ type: 'tool_finished', nodeId, callId: id, tool, ...result })
  return result
}

/** The result of a call that a person says has happened; undefined when it is to be made again. */
function decidedResult(callId: string, call: { tool: string; args: Json; waiting: Waiting }) {
  const { type, value } = answerTo(callId, call)
  if (type === 'give_up' || type === 'reject') {
    const message = `${call.tool} may have been called before the server stopped. The run was given up.`
    throw new AppError('STOPPED', message)
  }
  if (type !== 'done') {
    return undefined
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? 'Done.')
  return { text, isError: false }
}

/** A person's decision about a call that was begun before a crash and has no recorded result. */
function answerTo(
  callId: string,
  { tool, args, waiting }: { tool: string; args: Json; waiting: Waiting },
): Answered['answer'] {
  const answered = waiting.answers.find(
    ({ wait: { kind, calls } }) => kind === 'uncertain' && calls?.some((call) => call.callId === callId),
  )
  return (
    answered?.answer ??
    waitFor(waiting, {
      kind: 'uncertain',
      text: `The server stopped while ${tool} was being called. It may have taken effect.`,
      labels: { proceed: 'Call it again', reject: 'Give up' },
      takesFeedback: false,
      calls: [{ callId, tool, args }],
    })
  )
}

async function attempt(
  make: Tool['call'],
  args: Json,
  { callId, signal }: { callId: string; signal: AbortSignal },
): Promise<Finished> {
  try {
    const { text, sourceDocuments, artifacts } = await withinToolCall(callId, () => make(args))
    return {
      text: text.length > maxResult ? `${text.slice(0, maxResult)}\n[cut]` : text,
      isError: false,
      ...(sourceDocuments && sourceDocuments.length > 0 && { sourceDocuments }),
      ...(artifacts && artifacts.length > 0 && { artifacts }),
    }
  } catch (error) {
    if (signal.aborted || isFinal(error)) {
      throw error
    }
    const why = error instanceof AppError ? error.message : 'The tool failed.'
    return { text: `Error: ${why}`, isError: true }
  }
}

/** A timeout of one service does not end the run, because other tools may still work. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof StepWaiting ||
    (error instanceof AppError && !(error instanceof ServiceError) && final.has(error.code))
  )
}

function findResult(log: RunLog, { callId, args }: Pick<Call, 'callId' | 'args'>): Finished | undefined {
  const past = pastOf(log, callId)
  const called = past.find(({ type }) => type === 'tool_called')
  const isSame = called?.type === 'tool_called' && JSON.stringify(called.args) === JSON.stringify(args)
  const finished = isSame && past.findLast(({ type }) => type === 'tool_finished')
  return finished && finished.type === 'tool_finished' ? finished : undefined
}

function finishedOf({ text, isError, sourceDocuments, artifacts }: Finished): Finished {
  return { text, isError, ...(sourceDocuments && { sourceDocuments }), ...(artifacts && { artifacts }) }
}

function resultOf({ text, sourceDocuments, artifacts }: Finished): ToolResult {
  return {
    text,
    ...(sourceDocuments && { sourceDocuments: sourceDocuments as ToolResult['sourceDocuments'] & object }),
    ...(artifacts && { artifacts: artifacts as Json[] }),
  }
}
