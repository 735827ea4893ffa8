import type { z } from 'zod'
import { callModel } from '#server/engine/call-model.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import { openChosenModel } from '#server/engine/chosen-model.ts'
import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import { recordModels } from '#server/engine/record-model.ts'
import { endingOf } from '#server/engine/run-ending.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import type { generateInstructionInput } from '#shared/assistants.ts'
import { AppError } from '#shared/errors.ts'
import type {
  ModelChoice,
  WrittenInstruction,
  WrittenSteps,
  writeInstructionInput,
  writeStepsInput,
} from '#shared/writing.ts'
import { planIssues } from './check-plan.ts'
import { modelChoiceOf } from './model-choice-of.ts'
import { instructionRequest, repairRequest, stepsRequest } from './prompts.ts'
import { readSteps, readText } from './read-answers.ts'
import { createReplySuggestions } from './suggest-reply.ts'

type Suggesting = Parameters<typeof createReplySuggestions>[0]
type Deps = {
  newId: NewId
  catalogue: Catalogue
  flows: Pick<FlowsService, 'findOwn' | 'get' | 'summaries'>
  runs: Suggesting['runs']
  chat: Ports['chat']
  defaultModel: Ports['defaultModel']
  messages: Suggesting['messages']
  requireAnswerable: Suggesting['requireAnswerable']
  openCredential(userId: string, ...named: Parameters<Ports['credential']>): ReturnType<Ports['credential']>
}

type Order<Result> = {
  userId: string
  flowId: string
  /** Absent: the default model. */
  model: ModelChoice | undefined
  nodeId: string
  request: ChatRequest
  /** Maximum of output tokens, which the hold is based on. */
  max: number
  read(answer: string): Result
  /** Issues of a result, with which the model is asked to mend it once. */
  check?(result: Result): string[]
  signal: AbortSignal | undefined
}

/**
 * Model calls that help to build a flow. Each is a run outside any conversation: logged, held and charged to the
 * flow's owner like any other. Its result changes nothing by itself.
 */
export function createWritingService(deps: Deps) {
  const { newId, catalogue, flows, runs } = deps

  function instruction(
    userId: string,
    { flowId, task, model }: z.output<typeof writeInstructionInput>,
    signal?: AbortSignal,
  ): Promise<WrittenInstruction> {
    return generate({
      ...{ userId, flowId, model, signal },
      ...{ nodeId: 'aiInstruction', max: 4_000, request: instructionRequest(task) },
      read: (answer) => ({ content: readText(answer) }),
    })
  }

  /** For clients that know no flow: the charge is shown for the assistant's flow. */
  async function assistantInstruction(
    userId: string,
    { task, selectedChatModel, assistantId }: z.output<typeof generateInstructionInput>,
    signal?: AbortSignal,
  ) {
    const flowId = assistantId ?? (await lastAssistant(userId))
    const { content } = await instruction(
      userId,
      { flowId, task, model: selectedChatModel ? modelChoiceOf(selectedChatModel) : undefined },
      signal,
    )
    return { content }
  }

  async function lastAssistant(userId: string) {
    const all = await flows.summaries(userId, ['ASSISTANT'])
    return all[0]?.id ?? rejectNone()
  }

  function steps(
    userId: string,
    { flowId, description, model }: z.output<typeof writeStepsInput>,
    signal?: AbortSignal,
  ): Promise<WrittenSteps> {
    return generate({
      ...{ userId, flowId, model, signal },
      ...{ nodeId: 'aiSteps', max: 8_000, request: stepsRequest(description) },
      read: readSteps,
      check: (plan) => planIssues(plan, catalogue),
    })
  }

  async function generate<Result extends object>(
    order: Order<Result>,
  ): Promise<Result & { costMicro: number }> {
    const { userId, flowId, model, max, signal } = order
    const flow = await flows.findOwn(userId, flowId)
    const opened = await openModel(userId, model, max)
    const chatId = newId()
    const run = runs.start({
      ...{ flowId, versionId: flow.versionId, userId: flow.userId },
      ...{ chatId, sessionId: chatId, chatType: 'INTERNAL' as const },
      ...{ memoryType: undefined, leadEmail: undefined },
      ...{ question: '', messageId: newId(), isPart: true },
    })
    const stop = () => run.stop(new AppError('STOPPED', 'Stopped.'))
    signal?.addEventListener('abort', stop)
    try {
      if (signal?.aborted) {
        stop()
      }
      return await answer(run, opened, order)
    } finally {
      signal?.removeEventListener('abort', stop)
      run.close()
    }
  }

  async function openModel(userId: string, model: ModelChoice | undefined, maxOutputTokens: number) {
    if (!model) {
      const { settings, chat } = await deps.defaultModel()
      return { settings: { ...settings, maxOutputTokens, streaming: false }, platform: true, chat }
    }
    const opened = await openChosenModel({ ...model, maxOutputTokens }, (...named) =>
      deps.openCredential(userId, ...named),
    ).catch(rejectStopped)
    return { ...opened, chat: deps.chat }
  }

  async function answer<Result extends object>(
    { log, signal, totals }: OpenRun,
    { settings, platform, chat }: Awaited<ReturnType<typeof openModel>>,
    order: Order<Result>,
  ) {
    const { nodeId, request, max } = order
    try {
      signal.throwIfAborted()
      log.note({ type: 'run_started', question: '', until: nodeId })
      const blame = (error: unknown) => error
      const model = recordModels({ nodeId, chat, log, signal, platform, blame })(settings)
      const ask = async (requested: ChatRequest) => {
        const reply = await callModel(model, requested)
        if (reply.usage.output >= max) {
          throw new AppError(
            'UPSTREAM_FAILED',
            'The answer was too long and was cut off. Ask for less or choose another model.',
          )
        }
        return reply.text
      }
      const text = await ask(request)
      const first = order.read(text)
      const issues = order.check?.(first) ?? []
      const repaired = issues.length > 0 ? await repair(order, { text, issues, ask, signal }) : undefined
      const result = repaired ?? first
      await log.append({ type: 'run_finished', text: '', usage: totals.usage })
      return { ...result, costMicro: totals.costMicro }
    } catch (error) {
      const failure: unknown = signal.aborted ? signal.reason : error
      await log.append(endingOf(failure, totals.usage))
      throw failure
    }
  }

  return { instruction, assistantInstruction, steps, ...createReplySuggestions({ ...deps, openModel }) }
}

function rejectNone(): never {
  throw new AppError('NOT_FOUND', 'Add an assistant first: what its instructions cost is shown with it.')
}

type Repair = {
  text: string
  issues: readonly string[]
  ask(request: ChatRequest): Promise<string>
  signal: AbortSignal
}

/** The mended result; undefined when it is no better, or when the second call fails: the first one is usable. */
async function repair<Result>(
  { request, read, check }: Order<Result>,
  { text, issues, ask, signal }: Repair,
): Promise<Result | undefined> {
  try {
    const second = read(await ask(repairRequest(request, text, issues)))
    return (check?.(second) ?? []).length < issues.length ? second : undefined
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** The original message mentions "this node", but no node is involved here. */
function rejectStopped(cause: unknown): never {
  throw cause instanceof AppError && cause.code === 'NOT_FOUND'
    ? new AppError('INVALID_INPUT', 'This credential was deleted. Choose another one.', { cause })
    : cause
}
