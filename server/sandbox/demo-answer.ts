import { type Conversation, type DemoMessage, followUpIn, readConversation } from './demo/conversation.ts'
import { bestItems, readItems, writeItems } from './demo/extract.ts'
import { carryOut } from './demo/instructions.ts'
import { applyManner, fallbackIn, personaIn } from './demo/manner.ts'
import { acknowledge, recall } from './demo/memory.ts'
import { type Phrases, phrasesIn } from './demo/phrases.ts'
import { planSteps, wantsPlan } from './demo/plan-steps.ts'
import { chat } from './demo/small-talk.ts'
import { answerSql } from './demo/sql.ts'
import {
  chooseTool,
  fillSchema,
  readToolResult,
  type Schema,
  type Tool,
  type ToolUse,
} from './demo/tool-calls.ts'
import { answerInFormat } from './demo/wanted-format.ts'
import { languageOf, stemsOf } from './demo/words.ts'
import { writeInstruction } from './demo/write-instruction.ts'

export type DemoRequest = {
  messages: readonly DemoMessage[]
  tools?: readonly Tool[]
  /** `required`: some tool must be called. A name: that one. */
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  /** Asked for JSON; with a schema, of that shape. */
  json?: { schema?: Schema | undefined } | undefined
}
export type DemoAnswer = { text: string; toolUse?: ToolUse }

/**
 * The demo model: no language model, but an honest reader. It answers from the passages, tools, results and messages in
 * its prompt, carries out simple instructions, and says so when it has nothing to go on. The same request always has the
 * same answer.
 */
export function answerDemo({ messages, tools = [], toolChoice = 'auto', json }: DemoRequest): DemoAnswer {
  const followUp = followUpIn(messages.at(-1)?.text ?? '')
  if (followUp) {
    return { text: followUp }
  }
  const conversation = readConversation(messages)
  const toolUse = conversation.toolResults.length > 0 ? undefined : pickTool(conversation, tools, toolChoice)
  if (toolUse) {
    return { text: '', toolUse }
  }
  if (wantsPlan(json?.schema)) {
    return { text: planSteps(messages.findLast(({ role }) => role === 'user')?.text ?? '', json.schema) }
  }
  const formatted = json
    ? undefined
    : (writeInstruction(messages) ?? answerSql(messages) ?? answerInFormat(messages))
  if (formatted !== undefined) {
    return { text: formatted }
  }
  const text = applyManner(compose(conversation), conversation.system, conversation.language)
  return { text: json ? toJson(text, json.schema, conversation.question) : text }
}

function pickTool(
  { question }: Conversation,
  tools: readonly Tool[],
  choice: NonNullable<DemoRequest['toolChoice']>,
) {
  if (choice === 'none' || tools.length === 0) {
    return undefined
  }
  const offered = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools
  return chooseTool(question, offered, choice !== 'auto')
}

function compose(conversation: Conversation): string {
  const { question, system, context, language, toolResults } = conversation
  const phrases = phrasesIn(language)
  if (toolResults.length > 0) {
    return toolResults.map((result) => quoteTool(result, conversation, phrases)).join('\n\n')
  }
  return (
    carryOut({ question, context, language, phrases }) ??
    recall(conversation, phrases) ??
    chat(question, phrases, personaIn(system)) ??
    find(conversation) ??
    acknowledge(conversation, phrases) ??
    fallbackIn(`${system}\n${context}`) ??
    phrases.lost(understood(subjectOf(conversation), phrases))
  )
}

function quoteTool(
  { toolName: tool, text }: DemoMessage,
  { question, language }: Conversation,
  phrases: Phrases,
) {
  const read = readToolResult(text)
  const wanted = { question, stems: stemsOf(question, language), most: 3 }
  const found = read.length > 400 ? bestItems(readItems(read, language), wanted) : []
  const said = found.length > 0 ? writeItems(found) : read.slice(0, 1_500)
  return tool ? phrases.toolSaid(tool, said) : said
}

/** Sentences of what it was given that fit the question. A short follow-up is read with the question before it. */
function find({ question, system, context, history, ...conversation }: Conversation): string | undefined {
  const text = `${context}\n${system}`
  const language = conversation.language === 'tr' ? 'tr' : languageOf(text)
  const items = readItems(text, language)
  const stems = stemsOf(question, language)
  const most = /^(?:list|what are|which)\b|listele|neler|nelerdir|hangileri/i.test(question) ? 8 : 3
  const found = bestItems(items, { question, stems, most })
  if (found.length > 0) {
    return writeItems(found)
  }
  const earlier = history.findLast(({ role }) => role === 'user')?.text ?? ''
  const isFollowUp = stems.length <= 2 && earlier !== ''
  const together = [...stems, ...stemsOf(earlier, language)]
  const near = isFollowUp ? bestItems(items, { question, stems: together, most: 1 }) : []
  const fits = near.filter((item) => stems.some((stem) => item.stems.has(stem)))
  return fits.length > 0 ? writeItems(fits) : undefined
}

/** What a prompt is about often stands behind its last colon: "… the following objective: open a shop". */
function subjectOf({ question, context }: Conversation): string {
  return /:\s*([^:]{3,120})$/.exec(context.trim())?.[1] ?? question
}

/** The words it would have looked for. */
function understood(question: string, phrases: Phrases): string {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const telling = words.filter((word) => stemsOf(word).length > 0)
  const chosen = [...new Set(telling)].slice(0, 6)
  return chosen.length > 0 ? `“${chosen.join(' ')}”` : phrases.yourMessage
}

function toJson(text: string, schema: Schema | undefined, question: string): string {
  return JSON.stringify(schema ? fillSchema(schema, question) : { answer: text })
}
