import { calculate } from './demo/arithmetic.ts'
import { billOf } from './demo/bill.ts'
import {
  type Conversation,
  type DemoMessage,
  followUpIn,
  isFollowUp,
  readConversation,
} from './demo/conversation.ts'
import { fillShape, type Shape } from './demo/fill-shape.ts'
import { carryOut } from './demo/instructions.ts'
import { acknowledge, recallStatement, recallTalk } from './demo/memory.ts'
import { type Item, readItems, topicsOf, writeItems } from './demo/passages.ts'
import { type Phrases, phrasesIn } from './demo/phrases.ts'
import { planSteps, wantsPlan } from './demo/plan-steps.ts'
import { bestItems } from './demo/rank.ts'
import { applyManner, fallbackIn, personaIn, smallTalk } from './demo/role.ts'
import { answerSql } from './demo/sql.ts'
import { termsOf } from './demo/synonyms.ts'
import { doTask } from './demo/tasks.ts'
import {
  chooseSearch,
  chooseTool,
  inputOf,
  readToolResult,
  type Tool,
  type ToolUse,
} from './demo/tool-calls.ts'
import { answerInFormat } from './demo/wanted-format.ts'
import { languageOf, tellingWordsOf } from './demo/words.ts'
import { writeInstruction } from './demo/write-instruction.ts'

export type DemoRequest = {
  messages: readonly DemoMessage[]
  tools?: readonly Tool[]
  /** `required`: some tool must be called. A name: that one. */
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  /** Asked for JSON; with a schema, of that shape. */
  json?: { schema?: Shape | undefined } | undefined
}
export type DemoAnswer = { text: string; toolUse?: ToolUse }

/**
 * The demo model: no language model, but an honest reader. It answers from the passages, tools, results and messages in
 * its prompt, carries out simple instructions, and says so when it has nothing to go on. The same request always has the
 * same answer.
 */
export function answerDemo(request: DemoRequest): DemoAnswer {
  const { messages, json } = request
  const followUp = followUpIn(messages.at(-1)?.text ?? '')
  if (followUp) {
    return { text: followUp }
  }
  const conversation = readConversation(messages)
  const toolUse = pickTool(conversation, request)
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
  const text = compose(conversation)
  return { text: json ? toJson(text, json.schema, conversation.question) : text }
}

/** After a search that found nothing fitting, the next one; after a menu, the bill. */
function pickTool(conversation: Conversation, { tools = [], toolChoice = 'auto' }: DemoRequest) {
  const { question, toolResults, system } = conversation
  if (toolChoice === 'none' || tools.length === 0) {
    return undefined
  }
  if (toolResults.length > 0) {
    return pickNextTool(conversation, tools)
  }
  if (typeof toolChoice === 'object' || toolChoice === 'required') {
    const isOffered = ({ name }: Tool) => typeof toolChoice !== 'object' || name === toolChoice.name
    return chooseTool(question, tools.filter(isOffered), true)
  }
  if (smallTalk(question, phrasesIn('en'), undefined, []) || recallTalk(conversation, phrasesIn('en'))) {
    return undefined
  }
  return chooseTool(question, tools, false) ?? (system === '' ? undefined : chooseSearch(question, tools))
}

function pickNextTool(conversation: Conversation, tools: readonly Tool[]): ToolUse | undefined {
  const { question, toolResults, language } = conversation
  const used = new Set(toolResults.map(({ toolName }) => toolName))
  const unused = tools.filter(({ name }) => !used.has(name))
  const bill = billOf(
    question,
    readItems(toolResults.map(({ text }) => text).join('\n'), language, false),
    language,
  )
  const sum = bill === undefined ? undefined : chooseTool(bill, unused, false)
  const hasFound =
    toolResults.some(({ text }) => !isEmpty(text)) && findIn(toolResults, conversation) !== undefined
  return sum ?? (hasFound ? undefined : chooseSearch(question, unused))
}

function compose(conversation: Conversation): string {
  const { question, system, context, language } = conversation
  const phrases = phrasesIn(language)
  const persona = personaIn(system)
  const talk = smallTalk(question, phrases, persona, topicsOf(system, language))
  const text =
    recallTalk(conversation, phrases) ??
    doTask(conversation, phrases) ??
    (talk && persona ? talk + standInLine(conversation, phrases) : talk) ??
    answerFrom(conversation, phrases) ??
    giveUp(conversation, phrases, persona, `${system}\n${context}`)
  return applyManner(text, system, language)
}

/** Said once in a chat, and only where the chat is about who answers: chains that read the answer never ask that. */
function standInLine({ history }: Conversation, { standIn }: Phrases) {
  return history.some(({ text }) => text.includes(standIn)) ? '' : `\n\n${standIn}`
}

function answerFrom(conversation: Conversation, phrases: Phrases): string | undefined {
  const { question, context, language, toolResults, system } = conversation
  if (toolResults.length > 0) {
    return tellResults(conversation, phrases)
  }
  return (
    carryOut({ question, context, language, phrases, system }) ??
    find(`${context}\n${system}`, conversation) ??
    recallStatement(conversation, phrases)
  )
}

function giveUp(
  conversation: Conversation,
  phrases: Phrases,
  persona: string | undefined,
  text: string,
): string {
  const { language, question, toolResults } = conversation
  const noted = persona === undefined ? acknowledge(conversation, phrases) : undefined
  const topics = topicsOf(text, language)
  const fallback = noted ?? fallbackIn(text)
  if (fallback !== undefined) {
    return fallback
  }
  return topics.length > 1 && toolResults.length === 0
    ? phrases.unknown(topics)
    : phrases.lost(
        understood(/:\s*([^:]{3,120})$/.exec(conversation.context.trim())?.[1] ?? question, phrases),
      )
}

/** What tools have found, in a sentence; an agent without a role is somebody's test of a tool, and names it. */
function tellResults(conversation: Conversation, phrases: Phrases): string | undefined {
  const { toolResults, system } = conversation
  const computed = toolResults.findLast(
    ({ toolArgs, text }) => calculate(inputOf(toolArgs)) && text.length < 40,
  )
  if (personaIn(system) === undefined) {
    return toolResults.map((result) => nameResult(result, conversation, phrases)).join('\n\n')
  }
  if (computed) {
    return `${toSum(inputOf(computed.toolArgs))} = **${computed.text}**`
  }
  const data = toolResults.find(({ text }) => /^[{[]/.test(text))
  return findIn(toolResults, conversation) ?? (data && readToolResult(data.text).trim())
}

function nameResult(result: DemoMessage, conversation: Conversation, phrases: Phrases) {
  const read = readToolResult(result.text)
  const found = read.length > 400 ? findIn([result], conversation) : undefined
  const said = found ?? read.slice(0, 1_500)
  return result.toolName ? phrases.toolSaid(result.toolName, said) : said
}

function findIn(results: readonly DemoMessage[], conversation: Conversation): string | undefined {
  return find(results.map(({ text }) => readToolResult(text)).join('\n'), conversation, false)
}

function isEmpty(text: string) {
  return text.trim() === '' || /^nothing was found/i.test(text)
}

/** Statements of a text that fit the question. A short follow-up is read with the question before it. */
function find(text: string, conversation: Conversation, isPrompt = true): string | undefined {
  const { question, history } = conversation
  const language = conversation.language === 'tr' ? 'tr' : languageOf(text)
  const items = readItems(text, language, isPrompt)
  const terms = termsOf(question, language)
  const asksAll = /^(?:list|what are|which|what (?:\p{L}+ )?do you)\b|listele|neler|hangi/iu.test(question)
  const found = bestItems(items, { question, terms, max: asksAll ? 8 : 3 })
  const earlier = history.findLast(({ role }) => role === 'user')?.text ?? ''
  if (earlier === '' || (found.length > 0 && !isFollowUp(question)) || terms.length > 2) {
    return writeFound(found)
  }
  const together = [...terms, ...termsOf(earlier, language)]
  const among = found.length > 0 ? found : terms.length === 0 ? items : []
  const near = bestItems(among, { question: `${question} ${earlier}`, terms: together, max: 1 })
  return writeFound(near.length > 0 ? near : found)
}

function writeFound(items: readonly Item[]): string | undefined {
  return items.length > 0 ? writeItems(items) : undefined
}

/** The words it would have looked for. */
function understood(question: string, phrases: Phrases): string {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const telling = words.filter((word) => tellingWordsOf(word).length > 0)
  const chosen = [...new Set(telling)].slice(0, 6)
  return chosen.length > 0 ? `“${chosen.join(' ')}”` : phrases.yourMessage
}

function toSum(args: string) {
  return args.replace(/\s*\*\s*/g, ' × ')
}

function toJson(text: string, schema: Shape | undefined, question: string): string {
  return JSON.stringify(schema ? fillShape(schema, question) : { answer: text })
}
