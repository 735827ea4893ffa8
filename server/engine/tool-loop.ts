import { AppError } from '#shared/errors.ts'
import type { ChatReply, ToolCall } from '#shared/runs.ts'
import type { ChatModel, Document, Tool, ToolResult } from './handles.ts'
import type { Json } from './inputs.ts'
import type { ChatMessage, ChatRequest } from './ports.ts'

export type ToolLoop = {
  model: ChatModel
  tools: readonly Tool[]
  request: Pick<ChatRequest, 'system' | 'messages' | 'schema'>
  /** Answers of the model at most; the last of them is asked without tools. */
  maxIterations?: number | undefined
  /** Names the agent in what it refuses. */
  label: string
}

/** A call as Flowise clients show it (facts/rest-table.md R1). */
export type UsedTool = {
  tool: string
  toolInput: Json
  toolOutput: string
  sourceDocuments?: Json[]
  error?: string
}

export type LoopResult = {
  /** The last answer alone: what was said between tool calls has been told, but is not the answer. */
  text: string
  usedTools: UsedTool[]
  sourceDocuments: Document[]
  artifacts: Json[]
  /** All that was said since the request, for whoever keeps a conversation of its own. */
  messages: ChatMessage[]
}

const defaultIterations = 15

/**
 * Asks a model, does what it asks for, tells it the results, until it answers. Calls of one reply run side by side. Yields
 * the pieces of every reply. A name the model made up is answered with the names there are.
 */
export async function* runToolLoop(loop: ToolLoop): AsyncGenerator<string, LoopResult> {
  const { model, request } = loop
  const tools = byName(loop)
  const max = Math.max(1, Math.trunc(loop.maxIterations ?? defaultIterations))
  const result: LoopResult = { text: '', usedTools: [], sourceDocuments: [], artifacts: [], messages: [] }
  for (let round = 1; ; round += 1) {
    const messages = [...request.messages, ...result.messages]
    const isLast = round >= max
    const reply = yield* model.stream({ ...request, messages, ...offer(tools, isLast && max > 1) })
    result.text = reply.text
    result.messages.push(toMessage(reply, isLast))
    if (isLast || !reply.toolCalls?.length) {
      return result
    }
    const direct = await callAll(reply.toolCalls, tools, result)
    if (direct !== undefined) {
      result.text = direct
      yield direct
      return result
    }
  }
}

function offer(tools: ReadonlyMap<string, Tool>, isOver: boolean): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const specs = [...tools.values()].map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }))
  return specs.length > 0 ? { tools: specs, toolChoice: isOver ? 'none' : undefined } : {}
}

function toMessage({ text, toolCalls, reasoning }: ChatReply, isLast: boolean): ChatMessage {
  return {
    role: 'assistant',
    content: text,
    ...(reasoning && { reasoning }),
    ...(toolCalls?.length && !isLast && { toolCalls }),
  }
}

/** Does what one reply asks for. Gives the result that is the answer, where a tool says that its own is. */
async function callAll(calls: ToolCall[], tools: ReadonlyMap<string, Tool>, result: LoopResult) {
  const done = await Promise.all(calls.map((call) => use(call, tools)))
  for (const { call, outcome } of done) {
    note(result, call, outcome)
    result.messages.push({ role: 'tool', content: outcome.text, toolCallId: call.id, toolName: call.name })
  }
  return done.find(({ tool }) => tool?.returnDirect)?.outcome.text
}

async function use(call: ToolCall, tools: ReadonlyMap<string, Tool>) {
  const tool = tools.get(call.name)
  const outcome: ToolResult = tool
    ? await tool.call((call.args ?? {}) as Json)
    : { text: `Error: there is no tool named ${call.name}. There are: ${[...tools.keys()].join(', ')}.` }
  return { call, tool, outcome }
}

function note(result: LoopResult, { name, args }: ToolCall, outcome: ToolResult) {
  const { text, sourceDocuments = [], artifacts = [] } = outcome
  result.sourceDocuments.push(...sourceDocuments)
  result.artifacts.push(...artifacts)
  result.usedTools.push({
    tool: name,
    toolInput: (args ?? {}) as Json,
    toolOutput: text,
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(text.startsWith('Error: ') && { error: text.slice('Error: '.length) }),
  })
}

/** Two tools of one name would be one to the model. */
function byName({ tools, label }: ToolLoop): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>()
  for (const tool of tools.flat()) {
    if (named.has(tool.name)) {
      throw new AppError('INVALID_FLOW', `${label}: two tools are named ${tool.name}. Rename one.`)
    }
    named.set(tool.name, tool)
  }
  return named
}

/** What an agent's node returns beside its text. */
export function answerOf({ usedTools, sourceDocuments, artifacts }: LoopResult) {
  return {
    ...(usedTools.length > 0 && { usedTools }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(artifacts.length > 0 && { artifacts }),
  }
}
