import type { ChatModel, Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { StepWaiting } from '#server/engine/step-waiting.ts'
import type { ToolCall } from '#shared/runs.ts'

export type ApprovalTexts = {
  approvalPrompt: string | undefined
  approveButtonText: string | undefined
  rejectButtonText: string | undefined
}

/**
 * Asks a person before the tools of a reply run. Calls of one reply share a wait, and the answers of a step that is run
 * again are taken in the same order. Throws StepWaiting.
 */
export function createApprovalGate(step: StepScope, texts: ApprovalTexts) {
  let position = 0
  let isDenied = false

  /** Returns the calls to make, with the arguments that the person has changed. */
  function ask(calls: readonly ToolCall[]): ToolCall[] {
    const answers = step.answers.filter(({ wait: { kind } }) => kind === 'approval')
    const found = answers[position]
    position += 1
    if (!found) {
      throw new StepWaiting(waitFor(calls, texts))
    }
    isDenied = found.answer.type === 'reject'
    const { changedArgs = {} } = found.answer
    return calls.map((call) => ({ ...call, args: changedArgs[call.id] ?? call.args }))
  }

  return {
    ask,
    /** Asks whenever a reply requests tools. */
    guard: (model: ChatModel): ChatModel => ({
      ...model,
      async *stream(request) {
        const reply = yield* model.stream(request)
        return reply.toolCalls?.length ? { ...reply, toolCalls: ask(reply.toolCalls) } : reply
      },
    }),
    /** Denied calls are not made; the model receives a result that says so. */
    guardTools: (tools: readonly Tool[]): Tool[] =>
      tools.flat().map(({ callApproved, ...tool }) => ({
        ...tool,
        call: (args: Json) =>
          isDenied ? Promise.resolve({ text: denial(tool.name) }) : (callApproved ?? tool.call)(args),
      })),
  }
}

function waitFor(calls: readonly ToolCall[], texts: ApprovalTexts) {
  const names = calls.map(({ name }) => name).join(', ')
  const prompt = texts.approvalPrompt || 'You are about to execute tool: {tools}. Ask if user want to proceed'
  return {
    kind: 'approval' as const,
    text: prompt.replaceAll('{tools}', names),
    labels: { proceed: texts.approveButtonText || 'Yes', reject: texts.rejectButtonText || 'No' },
    takesFeedback: false,
    calls: calls.map(({ id, name, args }) => ({ callId: id, tool: name, args: (args ?? {}) as Json })),
  }
}

function denial(tool: string) {
  return `The user has denied the call of ${tool}. Say that it was not done, and do not call it again.`
}
