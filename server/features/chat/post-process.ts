import type { Turn } from '#server/engine/call-context.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { Ports } from '#server/engine/ports.ts'
import type { RunResult } from '#server/engine/run-flow.ts'
import { AppError } from '#shared/errors.ts'
import type { ChatbotConfig } from '#shared/flow-config.ts'

type FlowContext = { turn: Turn; signal: AbortSignal; runCode: Ports['runCode'] }

/** The flow's post-processing function, or undefined. The setting stores JavaScript as JSON text. */
export function postProcessorOf(config: ChatbotConfig | undefined): string | undefined {
  const { enabled, customFunction } = config?.postProcessing ?? {}
  const code = enabled && customFunction ? readCode(customFunction) : ''
  return code.trim() === '' ? undefined : code
}

/**
 * Applies the owner's function to the answer. A failing function leaves the answer unchanged, because the caller
 * has paid for it. Throws only when the run was stopped.
 */
export async function postProcess(
  code: string,
  result: RunResult,
  { turn, signal, runCode }: FlowContext,
): Promise<RunResult> {
  try {
    const { value } = await runCode({ code, inputs: {}, vars: turn.vars, flow: flowOf(turn, result), signal })
    return value === null ? result : replaceText(result, value)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) {
      return result
    }
    throw error
  }
}

function replaceText({ json: _, ...rest }: RunResult, value: Json): RunResult {
  return typeof value === 'object'
    ? { ...rest, text: `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`` }
    : { ...rest, text: String(value) }
}

function flowOf(turn: Turn, result: RunResult): Record<string, Json> {
  const { text, json, sourceDocuments, usedTools, artifacts, fileAnnotations } = result
  return {
    chatflowId: turn.flowId,
    chatId: turn.chatId,
    sessionId: turn.sessionId,
    input: turn.question,
    chatHistory: turn.chatHistory ?? '',
    rawOutput: json === undefined ? text : JSON.stringify(json),
    sourceDocuments: sourceDocuments ?? [],
    usedTools: usedTools ?? [],
    artifacts: artifacts ?? [],
    fileAnnotations: fileAnnotations ?? [],
    state: {},
  }
}

function readCode(text: string): string {
  try {
    const code: unknown = JSON.parse(text)
    return typeof code === 'string' ? code : ''
  } catch {
    // Hand-written text that is not JSON.
    return text
  }
}
