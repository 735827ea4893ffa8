import type { Turn } from '#server/engine/call-context.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType, Prediction } from '#shared/chat.ts'
import type { FlowRules } from './flow-rules.ts'
import { overrideVars } from './override.ts'

type Deps = {
  newId: NewId
  newMessageId: NewId
  variables: { values(): Promise<Record<string, string>> }
}
type Needs = { usesVariables: boolean; memorySession?: string | undefined }
type Place = { flow: FlowRow; rules: FlowRules; chatType: ChatType }

/** Session id: the caller's, else (for API callers) the chat's, else the memory node's own, else the chat's. */
export async function readTurn(
  { usesVariables, memorySession }: Needs,
  input: Prediction,
  { flow, rules, chatType }: Place,
  { newId, newMessageId, variables }: Deps,
) {
  const named = input.overrideConfig.sessionId ?? input.sessionId
  const session = typeof named === 'string' && named !== '' ? named : undefined
  const fresh = newId()
  const chatId = input.chatId || session || fresh
  const outside = chatType === 'INTERNAL' ? undefined : input.chatId
  const sessionId = session ?? (outside || memorySession) ?? chatId
  const vars = {
    ...(usesVariables && (await variables.values())),
    ...overrideVars(input.overrideConfig, rules.permission),
  }
  const { question } = input
  const turn: Turn = { question, flowId: flow.id, chatId, sessionId, messageId: newMessageId(), vars }
  return { turn, isNew: sessionId === fresh }
}

/** Text of attachments or a transcript, above the question. */
export function joinParagraphs(first: string, second: string) {
  return first === '' || second.trim() === '' ? first + second : `${first}\n\n${second}`
}
