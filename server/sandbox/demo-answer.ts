import { calculate } from './demo/arithmetic.ts'
import { billOf } from './demo/bill.ts'
import {
  type Conversation,
  type DemoMessage,
  followUpIn,
  isFollowUp,
  readConversation,
} from './demo/conversation.ts'
import { generateValue, type Shape } from './demo/generate-value.ts'
import { judgeAnswer, wantsJudgement } from './demo/judge.ts'
import { acknowledge, recallStatement, recallTalk } from './demo/memory.ts'
import { bestItems, readItems, topicsOf, writeItems } from './demo/passages.ts'
import { answerInFormat } from './demo/requested-format.ts'
import { applyManner, fallbackIn, personaIn, smallTalk } from './demo/role.ts'
import { chooseScenario } from './demo/scenario.ts'
import { answerSql } from './demo/sql.ts'
import { termsOf } from './demo/synonyms.ts'
import { carryOut, doTask } from './demo/tasks.ts'
import {
  chooseSearch,
  chooseTool,
  describeToolResult,
  inputOf,
  readToolResult,
  type Tool,
  type ToolUse,
} from './demo/tool-calls.ts'
import { contentWordsOf, languageOf } from './demo/words.ts'
import { planSteps, wantsPlan, writeInstruction } from './demo/writing.ts'

export type DemoRequest = {
  messages: readonly DemoMessage[]
  tools?: readonly Tool[]
  toolChoice?: 'auto' | 'none' | 'required' | { name: string }
  json?: { schema?: Shape | undefined } | undefined
}
export type DemoAnswer = { text: string; toolUse?: ToolUse }

/** Answers by rule from the texts, tools and messages of a request. The same request has the same answer. */
export function answerDemo(request: DemoRequest): DemoAnswer {
  const { messages, json } = request
  const followUp = followUpIn(messages.at(-1)?.text ?? '')
  if (followUp) {
    return { text: followUp }
  }
  const conversation = readConversation(messages)
  const toolUse = pickTool(conversation, request)
  return toolUse
    ? { text: '', toolUse }
    : { text: json ? writeJson(conversation, json, messages) : write(conversation, messages) }
}

function writeJson(
  conversation: Conversation,
  { schema }: NonNullable<DemoRequest['json']>,
  messages: readonly DemoMessage[],
): string {
  if (wantsPlan(schema)) {
    // Later messages ask to mend the plan of the first one.
    return planSteps(messages.find(({ role }) => role === 'user')?.text ?? '', schema)
  }
  const prompt = messages.at(-1)?.text ?? ''
  if (wantsJudgement(schema)) {
    return JSON.stringify(judgeAnswer(prompt))
  }
  const output = chooseScenario(prompt, (schema as Shape | undefined)?.properties?.output?.enum ?? [])
  if (output !== undefined) {
    return JSON.stringify({ output })
  }
  return JSON.stringify(
    schema
      ? generateValue(schema, [conversation.context, conversation.question].filter(Boolean).join('\n'))
      : { answer: compose(conversation) },
  )
}

function write(conversation: Conversation, messages: readonly DemoMessage[]): string {
  return (
    writeInstruction(messages) ?? answerSql(messages) ?? answerInFormat(messages) ?? compose(conversation)
  )
}

function pickTool(conversation: Conversation, { tools = [], toolChoice = 'auto' }: DemoRequest) {
  const { question, toolResults, system } = conversation
  if (toolChoice === 'none' || tools.length === 0) {
    return undefined
  }
  if (toolResults.length > 0) {
    return pickNextTool(conversation, tools)
  }
  if (toolChoice !== 'auto') {
    const offered = tools.filter(({ name }) => toolChoice === 'required' || name === toolChoice.name)
    return chooseTool(question, offered, true)
  }
  if (smallTalk(conversation) || recallTalk(conversation)) {
    return undefined
  }
  return chooseTool(question, tools) ?? (system === '' ? undefined : chooseSearch(question, tools))
}

const foundNothing = /^(?:nothing was found|\s*$)/i

/** After a menu the bill is next; after a search without results, the next search. */
function pickNextTool(conversation: Conversation, tools: readonly Tool[]): ToolUse | undefined {
  const { question, toolResults, language } = conversation
  const unused = tools.filter(({ name }) => !toolResults.some(({ toolName }) => toolName === name))
  const found = toolResults.map(({ text }) => text).filter((text) => !foundNothing.test(text))
  const bill = billOf(question, readItems(found.join('\n'), language, false), language)
  const sum = bill === undefined ? undefined : chooseTool(bill, unused)
  return sum ?? (findIn(found, conversation) === undefined ? chooseSearch(question, unused) : undefined)
}

function compose(conversation: Conversation): string {
  const { system, language } = conversation
  const talk = smallTalk(conversation)
  const text =
    recallTalk(conversation) ??
    doTask(conversation) ??
    (talk && personaIn(system) ? talk + sandboxLine(conversation) : talk) ??
    answerFrom(conversation) ??
    fallbackAnswer(conversation)
  return applyManner(text, system, language)
}

/** The sandbox notice appears once per chat and only in small talk, so chains that parse the answer never get it. */
function sandboxLine({ history, phrases: { standIn: fake } }: Conversation) {
  return history.some(({ text }) => text.includes(fake)) ? '' : `\n\n${fake}`
}

function answerFrom(conversation: Conversation): string | undefined {
  const { context, toolResults, system } = conversation
  if (toolResults.length > 0) {
    return personaIn(system) === undefined
      ? toolResults.map((result) => nameResult(result, conversation)).join('\n\n')
      : describeResults(conversation)
  }
  return (
    carryOut(conversation) ?? find(`${context}\n${system}`, conversation) ?? recallStatement(conversation)
  )
}

/** Agents without a role serve to test tools, so the answer names each tool. */
function nameResult({ text, toolName }: DemoMessage, conversation: Conversation) {
  const read = readToolResult(text)
  const found = read.length > 400 ? findIn([text], conversation) : undefined
  const passage = found ?? read.slice(0, 1_500)
  return toolName ? conversation.phrases.toolSaid(toolName, passage) : passage
}

function describeResults(conversation: Conversation): string | undefined {
  const { toolResults, language } = conversation
  const values = toolResults.filter(({ text }) => text.length < 40 && !foundNothing.test(text))
  const sum = values.findLast(({ toolArgs }) => calculate(inputOf(toolArgs)))
  if (sum) {
    return `${inputOf(sum.toolArgs).replace(/\s*\*\s*/g, ' × ')} = **${sum.text}**`
  }
  const data = toolResults.find(({ text }) => /^[{[]/.test(text))
  const texts = toolResults.map(({ text }) => text)
  return data ? describeToolResult(data.text, language) : (findIn(texts, conversation) ?? values.at(-1)?.text)
}

function fallbackAnswer(conversation: Conversation): string {
  const { system, context, language, question, toolResults, phrases } = conversation
  const noted = personaIn(system) === undefined ? acknowledge(conversation) : undefined
  const topics = toolResults.length === 0 ? topicsOf(`${system}\n${context}`, language) : []
  const requested = /:\s*([^:]{3,120})$/.exec(context.trim())?.[1] ?? question
  return (
    noted ??
    fallbackIn(`${system}\n${context}`) ??
    (topics.length > 1
      ? `${phrases.unknown} ${phrases.topics(topics)}`
      : phrases.lost(understood(requested) ?? phrases.yourMessage))
  )
}

function findIn(results: readonly string[], conversation: Conversation): string | undefined {
  return find(results.map(readToolResult).join('\n'), conversation, false)
}

/** Statements of a text that fit the question. A short follow-up is combined with the previous question. */
function find(text: string, conversation: Conversation, isPrompt = true): string | undefined {
  const { question, history } = conversation
  const language = conversation.language === 'tr' ? 'tr' : languageOf(text)
  const items = readItems(text, language, isPrompt)
  const terms = termsOf(question, language)
  const isListQuestion = /^(?:list|what are|which|what (?:\p{L}+ )?do you)\b|listele|neler|hangi/iu.test(
    question,
  )
  const found = bestItems(items, { question, terms, max: isListQuestion ? 8 : 3 })
  const earlier = history.findLast(({ role }) => role === 'user')?.text ?? ''
  const isAlone = earlier === '' || (found.length > 0 && !isFollowUp(question)) || terms.length > 2
  const among = found.length > 0 ? found : terms.length === 0 ? items : []
  const both = { question: `${question} ${earlier}`, terms: [...terms, ...termsOf(earlier, language)] }
  const near = bestItems(isAlone ? [] : among, { ...both, max: 1 })
  const chosen = near.length > 0 ? near : found
  return chosen.length > 0 ? writeItems(chosen) : undefined
}

function understood(question: string): string | undefined {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const chosen = new Set(words.filter((word) => contentWordsOf(word).length > 0))
  return chosen.size > 0 ? `“${[...chosen].slice(0, 6).join(' ')}”` : undefined
}
