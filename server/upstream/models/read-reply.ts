import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResult,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { ChatPiece } from '#server/engine/ports.ts'
import { toRecord } from '#shared/json.ts'
import { type ChatReply, noUsage, type ProviderCall, type ToolCall, type Usage } from '#shared/runs.ts'
import { BrokenOff, type Provider, parseArguments, rejectSilence } from './provider-model.ts'
import { retainSealed, type Thought } from './thoughts.ts'
import { toUsage } from './to-usage.ts'

type Pieces = AsyncGenerator<ChatPiece, ChatReply>
type Gathered = {
  text: string
  reasoning: string
  toolCalls: ToolCall[]
  thoughts: Thought[]
  seals: Map<string, SharedV4ProviderMetadata>
  /** Calls of tools that ran at the provider, by id. */
  providerCalls: Map<string, ProviderCall>
  /** By URL, because providers name a page once per quotation. */
  sources: Map<string, NonNullable<ChatReply['sources']>[number]>
  files: NonNullable<ChatReply['files']>
}
type Ended = { usage: LanguageModelV4Usage; finishReason: LanguageModelV4FinishReason }

function nothingYet(): Gathered {
  return {
    ...{ text: '', reasoning: '', toolCalls: [], thoughts: [], files: [] },
    ...{ seals: new Map(), providerCalls: new Map(), sources: new Map() },
  }
}

/** Requests the answer in one piece: fewer bytes, one parse. */
export async function* readComplete(model: LanguageModelV4, call: LanguageModelV4CallOptions): Pieces {
  const { content, usage, finishReason } = await model.doGenerate(call)
  const gathered = nothingYet()
  for (const part of content) {
    gather(part, gathered)
  }
  const reply = toReply(gathered, { usage, finishReason })
  yield { usage: reply.usage }
  rejectSilence(reply, finishReason.unified)
  if (gathered.reasoning !== '') {
    yield { reasoning: gathered.reasoning }
  }
  if (gathered.text !== '') {
    yield { text: gathered.text }
  }
  return reply
}

/** Streams the answer. An incomplete stream is an error, never a shorter answer. */
export async function* readStream(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  usageSoFar: Provider['usageSoFar'],
): Pieces {
  const { stream } = await model.doStream(call)
  const reader = stream.getReader()
  const gathered = nothingYet()
  let ended: Ended | undefined
  try {
    let next = await reader.read()
    while (!next.done) {
      const part = next.value
      if (part.type === 'error') {
        throw part.error
      }
      if (part.type === 'finish') {
        ended = part
      }
      const piece = toPiece(part, gathered, usageSoFar)
      if (piece) {
        yield piece
      }
      next = await reader.read()
    }
  } finally {
    // A no-op after the last read; after an early exit it closes the connection.
    reader.cancel().catch(() => undefined)
  }
  // The packages end an interrupted stream like a complete one; only the finish reason differs.
  if (!ended || ended.finishReason.unified === 'interrupted') {
    throw new BrokenOff('The stream ended before the response was complete.')
  }
  const reply = toReply(gathered, ended)
  yield { usage: reply.usage }
  rejectSilence(reply, ended.finishReason.unified)
  return reply
}

function toPiece(
  part: LanguageModelV4StreamPart,
  gathered: Gathered,
  usageSoFar: Provider['usageSoFar'],
): ChatPiece | undefined {
  switch (part.type) {
    case 'text-delta':
      gathered.text += part.delta
      return part.delta === '' ? undefined : { text: part.delta }
    case 'reasoning-start':
      gathered.thoughts.push({ text: '', providerMetadata: {} })
      return sealLast(part.providerMetadata, gathered)
    case 'reasoning-end':
      return sealLast(part.providerMetadata, gathered)
    case 'reasoning-delta':
      gathered.reasoning += part.delta
      addToLast(part.delta, gathered)
      sealLast(part.providerMetadata, gathered)
      return part.delta === '' ? undefined : { reasoning: part.delta }
    case 'tool-call':
    case 'tool-result':
    case 'source':
      gather(part, gathered)
      return undefined
    case 'raw':
      return toUsagePiece(usageSoFar?.(part.rawValue))
    default:
      return undefined
  }
}

function addToLast(text: string, { thoughts }: Gathered) {
  const last = thoughts.at(-1)
  if (last) {
    last.text += text
  }
}

function sealLast(seal: SharedV4ProviderMetadata | undefined, { thoughts }: Gathered): undefined {
  const last = thoughts.at(-1)
  if (last && seal) {
    Object.assign(last.providerMetadata, seal)
  }
}

function toUsagePiece(usage: Usage | undefined): ChatPiece | undefined {
  return usage && { usage }
}

function gather(part: LanguageModelV4Content, gathered: Gathered) {
  if (part.type === 'text') {
    gathered.text += part.text
  } else if (part.type === 'reasoning') {
    gathered.reasoning += part.text
    gathered.thoughts.push({ text: part.text, providerMetadata: part.providerMetadata ?? {} })
  } else if (part.type === 'source' && part.sourceType === 'url') {
    gathered.sources.set(part.url, { url: part.url, ...(part.title && { title: part.title }) })
  } else if (part.type === 'tool-result') {
    gatherResult(part, gathered)
  } else if (part.type === 'tool-call' && part.providerExecuted) {
    const args = toRecord(parseArguments(part.input)) as ProviderCall['args']
    gathered.providerCalls.set(part.toolCallId, { name: part.toolName, args, result: '' })
  } else if (part.type === 'tool-call') {
    gathered.toolCalls.push({ id: part.toolCallId, name: part.toolName, args: parseArguments(part.input) })
    if (part.providerMetadata) {
      gathered.seals.set(part.toolCallId, part.providerMetadata)
    }
  }
}

/** A picture is a file of the answer, not the text of a result. */
function gatherResult({ toolCallId, toolName, result }: LanguageModelV4ToolResult, gathered: Gathered) {
  const { args = {} } = gathered.providerCalls.get(toolCallId) ?? {}
  const picture = toolName === 'image_generation' ? toRecord(result).result : undefined
  if (typeof picture === 'string') {
    gathered.files.push({ mediaType: 'image/png', data: `data:image/png;base64,${picture}` })
  }
  const text = picture === undefined ? describeResult(result) : 'A picture.'
  gathered.providerCalls.set(toolCallId, { name: toolName, args, result: text })
}

/** Fetched pages can be megabytes long, and the log stores every reply. */
const maxResult = 20_000

function describeResult(result: unknown): string {
  // Encrypted page contents have a meaning for the provider only.
  const text = JSON.stringify(result, (key, value) => (key === 'encryptedContent' ? undefined : value))
  return text.slice(0, maxResult)
}

function toReply(gathered: Gathered, { usage }: Ended): ChatReply {
  const { text, reasoning, toolCalls, thoughts, seals, providerCalls, sources, files } = gathered
  retainSealed(
    toolCalls.map(({ id }) => id),
    thoughts,
    seals,
  )
  const counted = toUsage(usage)
  return {
    text,
    usage: counted ?? noUsage,
    estimated: !counted,
    ...(reasoning !== '' && { reasoning }),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(providerCalls.size > 0 && { providerCalls: [...providerCalls.values()] }),
    ...(sources.size > 0 && { sources: [...sources.values()] }),
    ...(files.length > 0 && { files }),
  }
}
