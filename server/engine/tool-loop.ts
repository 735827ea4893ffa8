import { AppError } from '#shared/errors.ts'
import type { ChatReply, Citation, ToolCall } from '#shared/runs.ts'
import type { ChatModel, Document, Tool, ToolResult } from './handles.ts'
import type { Json } from './inputs.ts'
import type { ChatMessage, ChatRequest } from './ports.ts'

export type ToolLoop = {
  model: ChatModel
  tools: readonly Tool[]
  request: Pick<ChatRequest, 'system' | 'messages' | 'schema' | 'providerTools'>
  /** Maximum number of model replies; the last one is requested without tools. */
  maxIterations?: number | undefined
  label: string
  /**
   * Decides about calls of these tools once the other calls of a reply have been made. May throw StepWaiting.
   */
  review?: { tools: ReadonlySet<string>; decide(calls: readonly ToolCall[]): Promise<Decision[]> } | undefined
}

/** `result`: sent to the model; the call is not made. `args`: of the call, instead of those of the model. */
type Decision = { result: ToolResult } | { args?: Json; note?: string }

/** A tool call in the shape Flowise clients expect. */
export type UsedTool = {
  tool: string
  toolInput: Json
  toolOutput: string
  sourceDocuments?: Json[]
  error?: string
}

export type LoopResult = {
  /** The last answer only; text between tool calls has been streamed but is not part of it. */
  text: string
  usedTools: UsedTool[]
  sourceDocuments: Document[]
  artifacts: Json[]
  /** Files the provider found or made. */
  citations: Citation[]
  /** All messages since the request, for nodes with a conversation store of their own. */
  messages: ChatMessage[]
}

const defaultIterations = 15

/**
 * Calls a model and the tools it requests until it answers. Tool calls of one reply run in parallel. Yields the
 * pieces of every reply. Unknown tool names get the list of available tools as the result.
 */
export async function* runToolLoop(loop: ToolLoop): AsyncGenerator<string, LoopResult> {
  const { model, request } = loop
  const tools = byName(loop)
  const max = Math.max(1, Math.trunc(loop.maxIterations ?? defaultIterations))
  const result: LoopResult = {
    ...{ text: '', usedTools: [], sourceDocuments: [], artifacts: [] },
    ...{ citations: [], messages: [] },
  }
  for (let round = 1; ; round += 1) {
    const messages = [...request.messages, ...result.messages]
    const isLast = round >= max
    const reply = yield* model.stream({ ...request, messages, ...offer(tools, isLast && max > 1) })
    result.text = reply.text
    noteProviderCalls(result, reply)
    result.messages.push(toMessage(reply, isLast))
    if (isLast || !reply.toolCalls?.length) {
      return result
    }
    const direct = await callAll(reply.toolCalls, tools, { result, review: loop.review })
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

/**
 * Runs the tool calls of one reply. Returns the result of a tool marked `returnDirect`, which is the final answer.
 */
async function callAll(
  calls: ToolCall[],
  tools: ReadonlyMap<string, Tool>,
  { result, review }: { result: LoopResult } & Pick<ToolLoop, 'review'>,
) {
  const reviewed = calls.filter(({ name }) => tools.has(name) && review?.tools.has(name))
  const free = calls.filter((call) => !reviewed.includes(call))
  const used = new Map<ToolCall, Used>()
  await Promise.all(free.map(async (call) => used.set(call, await use(call, tools))))
  const decisions = review && reviewed.length > 0 ? await review.decide(reviewed) : []
  await Promise.all(
    reviewed.map(async (call, index) => used.set(call, await follow(decisions[index], call, tools))),
  )
  const done = calls.flatMap((call) => used.get(call) ?? [])
  replaceCalls(result, done)
  for (const { call, outcome, remark } of done) {
    note(result, call, outcome)
    const content = remark ? `${outcome.text}\n\n${remark}` : outcome.text
    result.messages.push({ role: 'tool', content, toolCallId: call.id, toolName: call.name })
  }
  return done.find(({ tool }) => tool?.returnDirect)?.outcome.text
}

type Used = { call: ToolCall; tool: Tool | undefined; outcome: ToolResult; remark?: string | undefined }

async function follow(
  decision: Decision | undefined,
  call: ToolCall,
  tools: ReadonlyMap<string, Tool>,
): Promise<Used> {
  if (decision && 'result' in decision) {
    return { call, tool: undefined, outcome: decision.result }
  }
  const { args = call.args, note: remark } = decision ?? {}
  return { ...(await use({ ...call, args }, tools)), remark }
}

/** The model sees the calls that were made. */
function replaceCalls({ messages }: LoopResult, used: readonly Used[]) {
  const last = messages.at(-1)
  if (last?.role === 'assistant' && last.toolCalls) {
    messages[messages.length - 1] = { ...last, toolCalls: used.map(({ call }) => call) }
  }
}

async function use(call: ToolCall, tools: ReadonlyMap<string, Tool>): Promise<Used> {
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

/** Tools that ran at the provider count as used; sources and files they returned belong to the answer. */
function noteProviderCalls(result: LoopResult, reply: ChatReply) {
  const { providerCalls = [], sources = [], files = [], citations = [] } = reply
  result.citations.push(...citations)
  result.sourceDocuments.push(
    ...citations
      .filter(({ containerId }) => containerId === undefined)
      .map(({ fileId, fileName, passage }) => ({
        pageContent: passage ?? fileName,
        metadata: { source: fileName, fileId },
      })),
  )
  result.usedTools.push(
    ...providerCalls.map(({ name, args, result: toolOutput }) => ({
      tool: name,
      toolInput: args,
      toolOutput,
    })),
  )
  result.sourceDocuments.push(
    ...sources.map(({ url, title }) => ({ pageContent: title ?? url, metadata: { source: url } })),
  )
  result.artifacts.push(
    ...files.map(({ mediaType, data }) => ({ type: mediaType.split('/')[1] ?? '', data })),
  )
}

/** Rejects tools with duplicate names, which the model could not distinguish. */
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

export function answerOf({ usedTools, sourceDocuments, artifacts }: LoopResult) {
  return {
    ...(usedTools.length > 0 && { usedTools }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(artifacts.length > 0 && { artifacts }),
  }
}
