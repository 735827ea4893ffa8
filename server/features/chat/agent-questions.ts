import type { Turn } from '#server/engine/call-context.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { Json } from '#server/engine/inputs.ts'
import { createReasoningFold, toReasoningExtras } from '#server/engine/program/agent-reasoning.ts'
import { createItemFold } from '#server/engine/program/executed-items.ts'
import type { Program } from '#server/engine/program/program.ts'
import { stepsToReuse } from '#server/engine/program/reuse-steps.ts'
import { logInto, runProgram } from '#server/engine/program/run-program.ts'
import { createRunState, foldRun, type RunState } from '#server/engine/program/run-state.ts'
import { contentOf } from '#server/engine/program/run-step.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import type { RunResult } from '#server/engine/run-flow.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { Claimed, Limits, OpenRun, RunRow, RunsService } from '#server/features/runs/runs.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { type EventOf, noUsage, type RunEvent, type StepWait, type WaitAnswer } from '#shared/runs.ts'
import { answerUnlessTakenOver, leaveToOperator } from './answer-unless-off.ts'
import { executeRun } from './execute-run.ts'
import { finishAnswer } from './finish-answer.ts'
import { rulesOf } from './flow-rules.ts'
import type { Answering, Reply, RunOptions } from './questions.ts'
import { joinParagraphs, readTurn } from './read-turn.ts'
import { createRunPorts, type WorldDeps } from './run-ports.ts'
import { initialState, inputOf, questionOf, readStart } from './start-input.ts'
import { createParents } from './wake-parents.ts'

/** Steps of a run, until its flow sets a limit of its own. */
const MAX_STEPS = 1_000

type Deps = Omit<WorldDeps, 'flows'> & {
  newId: NewId
  newMessageId: NewId
  now: () => Date
  catalogue: Catalogue
  flows: Pick<FlowsService, 'program' | 'programDraft' | 'programOfRun' | 'summaries' | 'find'>
  runs: RunsService
  storeAttachments: UploadsService['storeAll']
  callFlow: Parameters<typeof createRunPorts>[0]['callFlow']
}

type Start = ReturnType<typeof readStart>
type Starting = EventOf<'run_started'>
type Going = {
  flow: FlowRow
  run: OpenRun
  program: Program
  state: RunState
  turn: Turn
  started: Omit<Starting, 'at' | 'type'>
  /** The session has no earlier messages. */
  isNew?: boolean
  /** Sent by the caller, without attachments. */
  question: string
  /** The run whose past it has, when it repeats an earlier one. */
  before?: RunRow
}

/** Runs of agent flows: started by a question, gone on with after a crash or an answer. */
export function createAgentQuestions(deps: Deps) {
  const { runs, flows, now, catalogue } = deps
  const portsOf = createRunPorts(deps)
  const parents = createParents({ runs, resume })

  async function prepare(
    flow: FlowRow,
    input: Prediction,
    chatType: ChatType,
    options: RunOptions = {},
  ): Promise<Answering & { turn: Turn }> {
    const { isVisitor = false, callStack = [], caller, child, alongside, platform, questionId } = options
    const { pinned } = options.canvas ?? {}
    const rules = rulesOf(flow)
    const { versionId, program, draft } = await programOf(flow, chatType, options.programmed)
    const start = readStart(program)
    const received = input.input ?? inputOf(input, start)
    const question = questionOf(received, input.question, start)
    const { turn: asking, isNew } = await readTurn(
      program,
      { ...input, question },
      { flow, rules, chatType },
      deps,
    )
    const { chatId, sessionId, messageId } = asking
    const attachments = await deps.storeAttachments(flow, { chatId, isVisitor }, input.uploads)
    const { stored, images, text: attached } = attachments
    const turn: Turn = {
      ...asking,
      question: joinParagraphs(attached, question),
      ...(images.length > 0 && { images }),
    }
    const run = runs.start({
      ...{
        flowId: flow.id,
        versionId,
        userId: flow.userId,
        chatId,
        sessionId,
        chatType,
        messageId,
        question,
      },
      ...{ memoryType: undefined, leadEmail: input.leadEmail, uploads: stored, program: program.kind },
      ...child,
      ...{ caller, alongside, platform, questionId },
    })
    if (!(await run.enter())) {
      return { run, turn, streams: true, program, reply: () => leaveToOperator(run, turn) }
    }
    try {
      await stopWaitingRun(program, flow.id, sessionId)
      if (draft !== undefined) {
        await runs.storeDraft(versionId, draft)
      }
      run.limitTo(rules.limits)
      const { vars } = turn
      const place = { input: received, vars: { ...vars }, isVisitor }
      const started = {
        ...{ question: turn.question, ...place, ...startOf(input, run.spending.leftMicro()) },
        state: { ...initialState(start, input.overrideConfig), ...(await earlierState(start, turn)) },
        ancestors: callStack.map((flowId) => ({ runId: '', flowId })),
        ...(pinned && { pinned }),
      }
      const state = createRunState()
      const log = logInto(state, program, run.log)
      await (alongside
        ? log.append({ type: 'run_started', ...started })
        : log.note({ type: 'run_started', ...started }))
      const going = { flow, run, program, state, turn, isNew, started, question }
      return { run, turn, streams: true, program, reply: (stream) => go(going, stream) }
    } catch (error) {
      run.close()
      throw error
    }
  }

  async function earlierState({ persistsState }: Start, { flowId, sessionId }: Turn) {
    return persistsState ? stateOfSession(flowId, sessionId) : {}
  }

  /**
   * Runs the flow again from a step of an earlier run, with the recorded results of the steps before it: in the editor's
   * version for runs of the canvas, else in the published one. It is not part of the conversation. Throws INVALID_INPUT for
   * a step the run has not begun.
   */
  async function prepareAgain(
    flow: FlowRow,
    base: RunRow,
    from: string,
  ): Promise<Answering & { turn: Turn }> {
    const { chatType, chatId, sessionId } = base
    const { versionId, program, draft } = await programOf(flow, chatType)
    const earlier = await flows.programOfRun(base, await runs.draftOf(base.versionId))
    const events = await runs.eventsOf(base.id)
    const { at: _, type, ...started } = events.find(isStart) ?? rejectStep()
    const reusedSteps = stepsToReuse(events, { from, earlier, program })
    if (draft !== undefined) {
      await runs.storeDraft(versionId, draft)
    }
    const messageId = deps.newMessageId()
    const { question, vars = {} } = started
    const run = runs.start({
      ...{
        flowId: flow.id,
        versionId,
        userId: flow.userId,
        chatId,
        sessionId,
        chatType,
        messageId,
        question,
      },
      ...{ memoryType: undefined, leadEmail: undefined, program: program.kind, isPart: true },
    })
    run.limitTo(rulesOf(flow).limits)
    const turn: Turn = { question, flowId: flow.id, chatId, sessionId, messageId, vars }
    const state = createRunState()
    const log = logInto(state, program, run.log)
    log.note({ type, ...started, reuses: base.id })
    reusedSteps.forEach(log.note)
    const going = { flow, run, program, state, turn, started, question, before: base }
    return { run, turn, streams: true, program, reply: (stream) => go(going, stream) }
  }

  /** The state that the session's last run has left, folded with the version of the flow it was started with. */
  async function stateOfSession(flowId: string, sessionId: string) {
    const run = await runs.newest(flowId, sessionId)
    if (!run) {
      return {}
    }
    const program = await flows.programOfRun(run, await runs.draftOf(run.versionId)).catch(ignoreInvalid)
    return program ? foldRun(program, await runs.eventsOf(run.id)).frames.get('')?.state : {}
  }

  /** In older agent flows, another question ends a run that waits for an approval; its calls are not made. */
  async function stopWaitingRun({ kind }: Program, flowId: string, sessionId: string) {
    const newest = kind === 'control' ? undefined : await runs.newest(flowId, sessionId)
    if (newest?.state === 'waiting') {
      await runs.stopElsewhere(newest)
    }
  }

  async function programOf(flow: FlowRow, chatType: ChatType, programmed?: RunOptions['programmed']) {
    if (programmed) {
      return programmed
    }
    return chatType === 'INTERNAL'
      ? flows.programDraft(flow)
      : flows.program(flow).then((program) => ({ versionId: flow.versionId, program, draft: undefined }))
  }

  function go(going: Going, stream: boolean): Promise<Reply> {
    const { run, turn } = going
    return answerUnlessTakenOver({ run, turn, answer: () => takeSteps(going, stream) })
  }

  /** Takes the next steps until the run ends or waits. */
  async function takeSteps(going: Going, stream: boolean): Promise<Reply> {
    const { flow, run, program, state, turn, isNew = false, started, question, before = run.row } = going
    const { log: runLog, signal } = run
    const rules = rulesOf(flow)
    const past = createPast(program)
    for (const event of run.earlier) {
      past.apply(event)
    }
    const leave = run.watch(0, ({ event }) => past.apply(event))
    const history = (started.history ?? []).map(({ role, content }) => ({
      role: role === 'user' ? ('userMessage' as const) : ('apiMessage' as const),
      content,
    }))
    const { isVisitor = false, overrides = {}, ancestors = [] } = started
    const world = portsOf(
      flow,
      { ...noPrediction, history, overrideConfig: overrides, chatId: turn.chatId },
      {
        ...{ isNew, isVisitor, before, runId: run.id, spending: run.spending, chatType: run.row.chatType },
        isRepeated: going.before !== undefined,
        callStack: ancestors.map(({ flowId }) => flowId),
      },
    )
    const { isEphemeral } = readStart(program)
    try {
      const { result } = await executeRun({
        ...{ run, requested: { turn, question } },
        perform: async (requested) => {
          const ending = await runProgram({
            ...{ runId: run.id, program, catalogue, state, signal, turn, stream, now },
            ...{
              log: logInto(state, program, runLog),
              ports: world,
              input: started.input ?? { kind: 'question' },
              pins: started.pinned && new Map(Object.entries(started.pinned)),
            },
            history: async () => (isEphemeral ? [] : world.history(turn.sessionId)),
            limits: { steps: rules.limits.steps ?? MAX_STEPS, stepMs: runs.stepTimeoutMs },
          })
          if (ending.status === 'waiting') {
            return { waits: ending.waits }
          }
          const content = contentOf(ending.value)
          const text = typeof content === 'string' ? content : JSON.stringify(content)
          return finishAnswer({ text, ...past.extras() }, { ...requested, rules, run, world })
        },
      })
      await parents.wake(run, 'waits' in result ? result.waits : undefined)
      return replyOf(going, result, past)
    } finally {
      leave()
    }
  }

  /** Goes on with a claimed run. Throws when its flow or its program is gone; the run has then been closed. */
  async function resume(claimed: Claimed): Promise<Answering & { turn: Turn }> {
    const { row, events } = claimed
    const messageId = deps.newMessageId()
    const run = runs.resume(claimed, messageId)
    try {
      const started = events.find(isStart) ?? rejectEmptyLog()
      // It goes on in silence while an operator answers.
      await run.enter()
      const flow = await flows.find(row.flowId)
      // The limits of its callers are those of its beginning: they may wait for it without a process.
      run.limitTo(strictest(rulesOf(flow).limits, started.maxCostMicro))
      const program = await flows.programOfRun(row, await runs.draftOf(row.versionId))
      const { chatId, sessionId } = row
      const { question, vars = {} } = started
      const turn: Turn = { question, flowId: flow.id, chatId, sessionId, messageId, vars }
      const state = foldRun(program, events)
      const going = { flow, run, program, state, turn, started, question }
      return { run, turn, streams: true, program, reply: (stream) => go(going, stream) }
    } catch (error) {
      const { code, message } = error instanceof AppError ? error : new AppError('INTERNAL', String(error))
      await run.log.append({ type: 'run_failed', message, code, usage: noUsage })
      run.close()
      throw error
    }
  }

  /** Answers the open wait of a session, as Flowise clients do: they name the step at most. */
  async function answerSession(
    flow: FlowRow,
    sessionId: string,
    { answer, waitId, nodeId, by }: SessionAnswer,
  ): Promise<Answering & { turn: Turn }> {
    const run = await runs.newest(flow.id, sessionId)
    const waits = run ? await runs.waitsOf(run.id) : []
    const wait = waits.find(({ id, nodeId: node }) => (waitId ? id === waitId : !nodeId || node === nodeId))
    if (!(run && wait)) {
      throw new AppError(
        'CONFLICT',
        `This conversation has no run that waits. ${run ? `The last one is ${run.state}.` : ''}`.trim(),
        {
          details: { state: run?.state ?? null },
        },
      )
    }
    return answerWait(run, wait, { answer, by })
  }

  async function answerWait(
    run: RunRow,
    { id: waitId, wait }: { id: string; wait: StepWait },
    given: Pick<SessionAnswer, 'answer' | 'by'>,
  ): Promise<Answering & { turn: Turn }> {
    if (wait.kind === 'uncertain' && given.by.kind === 'visitor') {
      throw new AppError('FORBIDDEN', 'The owner of this flow decides about this call.')
    }
    const child = wait.childRunId === undefined ? undefined : await runs.find(wait.childRunId)
    const [asked] = child ? await runs.waitsOf(child.id) : []
    if (!(child && asked)) {
      return resume(await runs.claimAnswered(run, { waitId, ...given }))
    }
    // The person answers what the called flow asks; the answer of this conversation is that of its own flow.
    const answering = await answerWait(child, asked, given)
    const reply = async (stream: boolean) => {
      const own = await answering.reply(stream)
      return (await parents.replyAfter(child.id)) ?? own
    }
    return { ...answering, reply }
  }

  return { prepare, prepareAgain, resume, answerSession, wakeOrphans: parents.wakeOrphans }
}

export type SessionAnswer = {
  answer: WaitAnswer
  waitId?: string | undefined
  nodeId?: string | undefined
  by: EventOf<'wait_answered'>['by']
}

/** A version that can no longer be run, such as one whose credential was deleted. */
function ignoreInvalid(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'INVALID_FLOW')) {
    throw error
  }
}

const isStart = (event: RunEvent): event is Starting => event.type === 'run_started'

function rejectStep(): never {
  throw new AppError('INVALID_INPUT', 'This run has no such step.')
}

function rejectEmptyLog(): never {
  throw new AppError('INTERNAL', 'The log of this run has no beginning.')
}

type Past = ReturnType<typeof createPast>

/** What clients see of the steps: all visits in v2, the reasoning in v1. */
function createPast(program: Program) {
  if (program.kind === 'control') {
    const { apply, items } = createItemFold()
    return { apply, extras: () => ({}), seen: () => ({ agentFlowExecutedData: items() }) }
  }
  const fold = createReasoningFold(program)
  const extras = () => toReasoningExtras(fold.entries())
  return { apply: (event: RunEvent) => void fold.apply(event), extras, seen: extras }
}

const noPrediction = { question: '', streaming: false, uploads: [] }

function replyOf(
  { run, turn, question, started, program }: Going,
  result: RunResult | { waits: EventOf<'run_waiting'>['waits'] },
  { seen }: Past,
): Reply {
  const { chatId, sessionId, messageId: chatMessageId } = turn
  const place = { question, chatId, chatMessageId, sessionId, executionId: run.id }
  const form = started.input?.kind === 'form' ? { form: started.input.value } : {}
  if ('waits' in result) {
    const [wait] = result.waits
    const action = wait && actionOf(wait, program.kind)
    return { text: wait?.text ?? '', ...seen(), ...place, ...form, action }
  }
  const { text, json, followUpPrompts, ...rest } = result
  return {
    ...(json === undefined ? { text } : { json }),
    ...seen(),
    ...rest,
    ...(followUpPrompts && { followUpPrompts: JSON.stringify(followUpPrompts) }),
    ...place,
    ...form,
  }
}

/** What the caller has sent along with the question. */
function startOf({ history, overrideConfig }: Prediction, maxCostMicro: number | undefined) {
  return {
    history: history.map(({ role, content }) => ({
      role: role === 'userMessage' ? ('user' as const) : ('assistant' as const),
      content,
    })),
    overrides: overrideConfig as Record<string, Json>,
    ...(maxCostMicro !== undefined && { maxCostMicro }),
  }
}

function strictest({ costMicro, ...limits }: Limits, maxCostMicro: number | undefined): Limits {
  const known = [costMicro, maxCostMicro].filter((micro) => micro !== undefined)
  return { ...limits, costMicro: known.length > 0 ? Math.min(...known) : undefined }
}
