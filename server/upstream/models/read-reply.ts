import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { ChatPiece } from '#server/engine/ports.ts'
import { type ChatReply, noUsage, type ToolCall, type Usage } from '#shared/runs.ts'
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
}
type Ended = { usage: LanguageModelV4Usage; finishReason: LanguageModelV4FinishReason }

function nothingYet(): Gathered {
  return { text: '', reasoning: '', toolCalls: [], thoughts: [], seals: new Map() }
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
  } else if (part.type === 'tool-call') {
    gathered.toolCalls.push({ id: part.toolCallId, name: part.toolName, args: parseArguments(part.input) })
    if (part.providerMetadata) {
      gathered.seals.set(part.toolCallId, part.providerMetadata)
    }
  }
}

function toReply({ text, reasoning, toolCalls, thoughts, seals }: Gathered, { usage }: Ended): ChatReply {
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
  }
}
