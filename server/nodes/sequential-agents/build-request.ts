import type { Json } from '#server/engine/inputs.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { isRecord } from '#shared/json.ts'
import { readFlowValues, resolveValue, runScript, type StepCall } from './flow-values.ts'
import { type HistorySelection, selectMessages, stateMessages, toChatMessages } from './messages.ts'
import { readWrittenMessages, withMessageClasses } from './written-messages.ts'

type Prompts = {
  system: string | undefined
  human: string | undefined
  values: Json | undefined
  /** Code that returns messages. */
  messageHistory?: string | undefined
  selection: HistorySelection | undefined
}

/** The request of a model step: its system prompt, the chosen part of the conversation, then its human prompt. */
export async function buildRequest(
  call: StepCall,
  { system, human, values, messageHistory, selection }: Prompts,
): Promise<{ system: string | undefined; messages: ChatMessage[] }> {
  const { step, turn } = call
  const flow = await readFlowValues(call)
  const texts = Object.fromEntries(
    Object.entries(valuesIn(values)).map(([name, value]) => [name, toText(resolveValue(value, flow))]),
  )
  const written = messageHistory
    ? readWrittenMessages(
        await runScript(call, 'messages', { code: withMessageClasses(messageHistory), values: flow }),
      )
    : []
  const selected = selectMessages(await stateMessages(step), selection, turn.question)
  const last = human ? [{ role: 'user' as const, content: formatPrompt(human, texts) }] : []
  const messages = [...toChatMessages([...written, ...selected]), ...last]
  return {
    system: system ? formatPrompt(system, texts) : undefined,
    messages: messages.length > 0 ? messages : [{ role: 'user', content: turn.question }],
  }
}

/** A json field with a list of links is stored as one text or as several. */
function valuesIn(values: Json | undefined): Record<string, Json> {
  return Object.assign({}, ...[values ?? []].flat().filter(isRecord))
}

/** Braces without a value stay, because prompts may contain JSON. */
export function formatPrompt(prompt: string, values: Readonly<Record<string, string>>): string {
  return prompt.replaceAll(/\{\s*([^{}\s]+)\s*\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  )
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
