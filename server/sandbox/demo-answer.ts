import { type Conversation, type DemoMessage, followUpIn, readConversation } from './demo/conversation.ts'
import { bestItems, readItems, writeItems } from './demo/extract.ts'
import { carryOut } from './demo/instructions.ts'
import { applyManner, fallbackIn, personaIn } from './demo/manner.ts'
import { acknowledge, recall } from './demo/memory.ts'
import { type Phrases, phrasesIn } from './demo/phrases.ts'
import { chat } from './demo/small-talk.ts'
import {
  chooseTool,
  fillSchema,
  readToolResult,
  type Schema,
  type Tool,
  type ToolUse,
} from './demo/tool-calls.ts'
import { stemsOf } from './demo/words.ts'

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
    return toolResults.map(({ toolName, text }) => quoteTool(toolName, text, question, phrases)).join('\n\n')
  }
  return (
    carryOut({ question, context, language, phrases }) ??
    recall(conversation, phrases) ??
    chat(question, phrases, personaIn(system)) ??
    find(conversation) ??
    acknowledge(conversation, phrases) ??
    fallbackIn(`${system}\n${context}`) ??
    phrases.lost(understood(question, phrases))
  )
}

function quoteTool(tool: string | undefined, result: string, question: string, phrases: Phrases): string {
  const read = readToolResult(result)
  const found = read.length > 400 ? bestItems(readItems(read), { stems: stemsOf(question), most: 3 }) : []
  const said = found.length > 0 ? writeItems(found) : read.slice(0, 1_500)
  return tool ? phrases.toolSaid(tool, said) : said
}

/** Sentences of what it was given that fit the question. A short follow-up is read with the question before it. */
function find({ question, system, context, history }: Conversation): string | undefined {
  const items = readItems(`${context}\n${system}`)
  const asked = stemsOf(question)
  const most = /^(?:list|what are|which)\b|listele|neler|nelerdir|hangileri/i.test(question) ? 8 : 3
  const found = bestItems(items, { stems: asked, most })
  if (found.length > 0) {
    return writeItems(found)
  }
  const earlier = history.findLast(({ role }) => role === 'user')?.text ?? ''
  const isFollowUp = asked.length <= 2 && earlier !== ''
  const together = isFollowUp ? bestItems(items, { stems: [...asked, ...stemsOf(earlier)], most: 1 }) : []
  const fits = together.filter(({ stems }) => asked.some((stem) => stems.has(stem)))
  return fits.length > 0 ? writeItems(fits) : undefined
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
