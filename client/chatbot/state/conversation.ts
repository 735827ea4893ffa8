import type { Rating } from '#shared/feedback.ts'
import { isRecord, toRecord } from '#shared/json.ts'
import { readFollowUps } from './follow-ups.ts'
import type { Frame } from './frames.ts'

/** A file of a question. `data`: as it was sent; not stored on the device. */
export type SentFile = { type: string; name: string; mime: string; data?: string | undefined }

export type Question = {
  text: string
  files: readonly SentFile[]
  date: string
}

export type ToolUse = { tool: string; input: unknown; output: unknown; isError: boolean }

/** A question of the run to the visitor, with the labels of its two buttons. */
export type Wait = {
  text: string
  approve: string
  reject: string
  takesFeedback: boolean
  /** Received from the server, and sent back with the answer. */
  action: Readonly<Record<string, unknown>>
}

export type Failure = {
  /** The server's sentence, or the owner's. */
  text: string
  /** The question may not have arrived. */
  isUnreachable?: true
  /** The visitor may try again after this time. */
  retryAfterSeconds?: number | undefined
}

export type Answer = {
  /** `cut`: the connection was lost, and the server no longer has the rest. */
  state: 'waiting' | 'writing' | 'done' | 'stopped' | 'failed' | 'cut'
  text: string
  thinking: string
  /** Tools that the model is calling. */
  calling: readonly string[]
  tools: readonly ToolUse[]
  sources: readonly unknown[]
  /** Files that an assistant has made. Not in the widget, whose size is limited: the text links them. */
  files?: readonly unknown[]
  followUps: readonly string[]
  wait?: Wait | undefined
  messageId?: string | undefined
  failure?: Failure | undefined
  rating?: { id: string; value: Rating } | undefined
  /** An operator answers instead of AI. */
  isSilent?: true
  date: string
}

/** A message of an operator. */
export type HandWritten = {
  id: string
  name: string
  text: string
  date: string
  files?: readonly SentFile[] | undefined
}

export type Exchange = {
  key: string
  question: Question
  answer: Answer
  /** Written after the answer, or instead of it. */
  byHand?: readonly HandWritten[]
}

export function startAnswer(date: string): Answer {
  return {
    ...{ state: 'waiting', text: '', thinking: '', calling: [], tools: [], sources: [], followUps: [] },
    date,
  }
}

export function isOpen({ state }: Pick<Answer, 'state'>) {
  return state === 'waiting' || state === 'writing'
}

/** The answer after one more frame of its stream. Frames about nothing that visitors see change nothing. */
export function applyFrame(answer: Answer, { event, data }: Frame): Answer {
  switch (event) {
    case 'token':
      return { ...answer, state: 'writing', calling: [], text: answer.text + text(data) }
    case 'thinking':
      return { ...answer, thinking: answer.thinking + text(data) }
    case 'calledTools':
      return { ...answer, calling: list(data).map((call) => text(toRecord(call).tool)) }
    case 'usedTools':
      return { ...answer, calling: [], tools: [...answer.tools, ...list(data).flatMap(toToolUse)] }
    case 'sourceDocuments':
      return { ...answer, sources: [...answer.sources, ...list(data)] }
    case 'action':
      return { ...answer, wait: toWait(data) }
    case 'metadata':
      return applyMetadata(answer, toRecord(data))
    case 'abort':
      return { ...answer, state: 'stopped', calling: [] }
    case 'error':
      return { ...answer, state: 'failed', calling: [], failure: { text: text(data) } }
    case 'end':
      return isOpen(answer) ? { ...answer, state: 'done', calling: [] } : answer
    default:
      return import.meta.env.WIDGET || event !== 'fileAnnotations' ? answer : withFiles(answer, data)
  }
}

function withFiles(answer: Answer, annotations: unknown): Answer {
  return { ...answer, files: list(annotations) }
}

/** The answer of a flow that responds in one piece. */
export function applyBody(answer: Answer, body: unknown): Answer {
  const { text: written, json, usedTools, sourceDocuments, ...metadata } = toRecord(body)
  const answered = typeof written === 'string' ? written : fence(json ?? body)
  return applyMetadata(
    {
      ...(import.meta.env.WIDGET ? answer : withFiles(answer, metadata.fileAnnotations)),
      ...{ state: 'done', text: answered, calling: [] },
      tools: list(usedTools).flatMap(toToolUse),
      sources: list(sourceDocuments),
    },
    metadata,
  )
}

function applyMetadata(
  answer: Answer,
  { chatMessageId, followUpPrompts, action, aiDisabled }: Record<string, unknown>,
): Answer {
  return {
    ...answer,
    ...(typeof chatMessageId === 'string' && chatMessageId !== '' && { messageId: chatMessageId }),
    ...(aiDisabled === true && { isSilent: true as const }),
    followUps: readFollowUps(text(followUpPrompts)),
    ...(action !== undefined && action !== null && { wait: toWait(action) }),
  }
}

function toToolUse(used: unknown): ToolUse[] {
  if (!(isRecord(used) && 'tool' in used)) {
    return []
  }
  const { tool, toolInput, toolOutput, error } = used
  return [{ tool: text(tool), input: toolInput, output: toolOutput, isError: Boolean(error) }]
}

function toWait(data: unknown): Wait | undefined {
  if (!isRecord(data)) {
    return undefined
  }
  const mapping = toRecord(data.mapping)
  const { input, nodeLabel } = toRecord(data.data)
  return {
    text: text(input),
    approve: text(mapping.approve) || 'Proceed',
    reject: text(mapping.reject) || 'Reject',
    takesFeedback: nodeLabel === 'human',
    action: data,
  }
}

function fence(json: unknown) {
  return `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
