import type { ChatPiece } from '#server/engine/ports.ts'
import { isRecord } from '#shared/json.ts'
import { type ChatReply, noUsage } from '#shared/runs.ts'
import { BrokenOff, parseArguments, rejectSilence } from '../provider-model.ts'
import { readLineBatches } from '../read-lines.ts'
import { type Counted, readCount } from './open-ai-count.ts'
import { sentenceIn } from './open-ai-error.ts'

type Pieces = AsyncGenerator<ChatPiece, ChatReply>
type CallPart = {
  index?: number
  id?: string | null
  function?: { name?: string | null; arguments?: string | null }
}
type WireMessage = {
  content?: Content
  reasoning_content?: string | null
  /** Name of the field at OpenRouter and others. */
  reasoning?: string | null
  tool_calls?: CallPart[] | null
}
type Frame = {
  choices?: { message?: WireMessage; delta?: WireMessage; finish_reason?: string | null }[]
  usage?: Counted | null
  error?: unknown
  /** Groq's location of usage and errors. */
  x_groq?: { usage?: Counted | null; error?: unknown } | null
}

const DATA = 'data:'
const DONE = '[DONE]'

export async function* readResponse(text: string): Pieces {
  const answer = parse(text)
  if (!answer.choices?.[0]?.message) {
    throw new SyntaxError('The answer has no choices.')
  }
  const gathered = new Gathered()
  gathered.add(answer)
  const reply = gathered.toReply()
  yield { usage: reply.usage }
  rejectSilence(reply, gathered.finish)
  if (reply.reasoning) {
    yield { reasoning: reply.reasoning }
  }
  if (reply.text !== '') {
    yield { text: reply.text }
  }
  return reply
}

/**
 * Streams the answer. Chunks that arrive together are yielded as one piece, because each piece passes through the
 * engine, the log's listeners and a socket.
 */
export async function* readFrames(body: Response['body']): Pieces {
  const gathered = new Gathered()
  let issue: { error: unknown } | undefined
  for await (const lines of readLineBatches(body)) {
    const before = { text: gathered.text.length, reasoning: gathered.reasoning.length }
    try {
      for (const line of lines) {
        gathered.read(line)
      }
    } catch (error) {
      issue = { error }
    }
    // Text before an error is sent first, because it was paid for.
    if (gathered.reasoning.length > before.reasoning) {
      yield { reasoning: gathered.reasoning.slice(before.reasoning) }
    }
    if (gathered.text.length > before.text) {
      yield { text: gathered.text.slice(before.text) }
    }
    if (issue) {
      throw issue.error
    }
  }
  if (!gathered.isComplete) {
    throw new BrokenOff('The stream ended before the response was complete.')
  }
  const reply = gathered.toReply()
  yield { usage: reply.usage }
  rejectSilence(reply, gathered.finish)
  return reply
}

class Gathered {
  text = ''
  reasoning = ''
  finish: string | undefined
  isComplete = false
  private counted: Counted | undefined
  private readonly calls: { id: string; name: string; args: string }[] = []

  /** Comments, event names and ids of the stream are ignored. */
  read(line: string) {
    if (!line.startsWith(DATA)) {
      return
    }
    const data = line.slice(DATA.length).trim()
    if (data === DONE) {
      this.isComplete = true
    } else if (data !== '') {
      this.add(parse(data))
    }
  }

  add({ choices, usage, error, x_groq: groq }: Frame) {
    const issue = error ?? groq?.error
    if (issue) {
      throw { message: sentenceIn(issue) ?? '' }
    }
    const [choice] = choices ?? []
    const {
      content,
      reasoning_content,
      reasoning,
      tool_calls: calls,
    } = choice?.delta ?? choice?.message ?? {}
    const { text, thought } = readContent(content)
    this.text += text
    const apart = reasoning_content ?? reasoning
    this.reasoning += typeof apart === 'string' ? apart : thought
    for (const [position, part] of (calls ?? []).entries()) {
      this.addCall(part, position)
    }
    if (choice?.finish_reason) {
      this.finish = choice.finish_reason
      this.isComplete = true
    }
    // Some providers send a running total with each chunk, so the last one is valid.
    this.counted = usage ?? groq?.usage ?? this.counted
  }

  /** Arguments arrive in parts; `index` names the tool call they belong to. */
  private addCall({ index, id, function: called }: CallPart, position: number) {
    const place = index ?? position
    const call = this.calls[place] ?? { id: '', name: '', args: '' }
    this.calls[place] = {
      id: call.id || id || '',
      name: call.name || called?.name || '',
      args: call.args + (called?.arguments ?? ''),
    }
  }

  toReply(): ChatReply {
    const { text, reasoning } = this
    const usage = this.counted && readCount(this.counted)
    const toolCalls = this.calls.flatMap(({ id, name, args }, index) =>
      name === '' ? [] : [{ id: id || `call_${index}`, name, args: parseArguments(args) }],
    )
    return {
      text,
      usage: usage ?? noUsage,
      estimated: !usage,
      ...(reasoning !== '' && { reasoning }),
      ...(toolCalls.length > 0 && { toolCalls }),
    }
  }
}

function parse(text: string): Frame {
  const frame: unknown = JSON.parse(text)
  if (!isRecord(frame)) {
    throw new SyntaxError('The answer is no object.')
  }
  return frame
}

/** Text, or parts: Mistral's reasoning models send `thinking` parts, which contain parts again. */
type Content = string | Part[] | null
type Part = { type?: string; text?: string | null; thinking?: Part[] | null }

/** Text and reasoning. Other parts (references, sources) are skipped. */
function readContent(content: Content | undefined): { text: string; thought: string } {
  if (!Array.isArray(content)) {
    return { text: typeof content === 'string' ? content : '', thought: '' }
  }
  return {
    text: content.map(textOf).join(''),
    thought: content
      .flatMap(({ thinking }) => (Array.isArray(thinking) ? thinking.map(textOf) : []))
      .join(''),
  }
}

function textOf({ type, text }: Part) {
  return type === 'text' && typeof text === 'string' ? text : ''
}
