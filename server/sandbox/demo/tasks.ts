import { calculate } from './arithmetic.ts'
import type { Conversation } from './conversation.ts'
import { embed } from './embedding.ts'
import { findText } from './generate-value.ts'
import { nameIn } from './memory.ts'
import { summarise, tasksIn } from './passages.ts'
import { isSynonym, type Term, termsOf } from './synonyms.ts'
import { capitalise, sentencesOf, toList, wordsOf } from './words.ts'

export function doTask(conversation: Conversation): string | undefined {
  return (
    chooseName(conversation) ??
    followExamples(conversation) ??
    writeFields(conversation) ??
    draftReply(conversation)
  )
}

/** `Answer with the name of one expert from this list`: picks the entry that shares most words with the question. */
function chooseName({ system, question }: Conversation): string | undefined {
  if (!/answer with the name of one\b/i.test(system)) {
    return undefined
  }
  const inBoth = (text: string) => [...termsOf(text, 'en'), ...termsOf(text, 'tr')]
  const requested = inBoth(question.replace(/^[^"]*quoted as JSON:/i, ''))
  const scored = [...system.matchAll(/^- ([^:\n]+): (.+)$/gm)].map(([, name = '', about = '']) => {
    const listed = inBoth(`${name} ${about}`)
    const isListed = (term: Term) => listed.some((each) => each.stem === term.stem || isSynonym(each, term))
    return { name, score: requested.filter(isListed).length }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.name : 'NONE'
}

const minExamples = 3

/** Few-shot prompts with answers in JSON get the answer of the nearest example. */
function followExamples({ question, context }: Conversation): string | undefined {
  const examples = [
    ...context.matchAll(/(?:^|\n)(?:question|soru): (.+)\n(?:answer|cevap): (\{.+\})(?=\n|$)/gi),
  ].map(([, requested = '', answer = '']) => ({ answer, score: similarity(requested, question) }))
  return examples.length < minExamples ? undefined : examples.toSorted((a, b) => b.score - a.score)[0]?.answer
}

function similarity(a: string, b: string): number {
  const other = embed(b)
  return embed(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

/** Handles `… one line each – Customer, Product – and write “not said” where …`. */
function writeFields({ question, context }: Conversation): string | undefined {
  const [prompt, text] = /:$/.test(question) ? [question, context] : [context, question]
  const [, listed = '', missing = ''] =
    /[–-]\s([^–\n]+,[^–\n]+)\s[–-][^“"\n]*[“"]([^”"\n]+)[”"]/u.exec(prompt) ?? []
  const names = listed.split(',').map((name) => name.trim())
  return missing === '' || text === ''
    ? undefined
    : names.map((name) => `${name}: ${findText(name, text) ?? missing}`).join('\n')
}

function draftReply({ system, question, history, phrases }: Conversation): string | undefined {
  if (!/\bdrafts? (?:a )?repl|yanıt tasla/i.test(system) || question === '') {
    return undefined
  }
  const userTexts = [...history.filter(({ role }) => role === 'user').map(({ text }) => text), question]
  const signed =
    /(?:thanks|thank you|regards|best|cheers|teşekkürler|sevgiler|saygılar)[,.!]?\s+(\p{Lu}\p{L}+)[.!]?\s*$/iu
  const names = userTexts.toReversed().map((text) => nameIn(text) ?? signed.exec(text)?.[1])
  const about = sentencesOf(question).find((sentence) => nameIn(sentence) === undefined) ?? question
  const plain = about
    .replace(/^(?:hi|hello|dear|merhaba|selam|sevgili)\s[^,]{0,30},\s*/iu, '')
    .replace(/!+/g, '.')
  return phrases.draft(names.find(Boolean) ?? '', capitalise(plain))
}

type Given = Readonly<Record<string, string | undefined>>
type CarryOut = (given: Given, task: Conversation) => string | undefined

/** Patterns of simple instructions and their handlers. The first handler with a result wins. */
const instructions: readonly [asks: RegExp, carryOut: CarryOut][] = [
  [
    /^(?:please\s+|lütfen\s+)?(?:(?:convert|turn|write|put|say|make)\s+)?(?<before>.*?)\s*(?:to|in|into)?\s*(?<!\p{L})(?<kind>upper ?case|capital letters|capitals|lower ?case|(?:büyük|küçük) harf(?:e|lere|lerle|le)?)(?!\p{L})\s*(?:çevir|yaz|dönüştür)?\s*:?\s*(?<after>.*)$/isu,
    ({ before = '', kind = '', after = '' }, { context, language }) => {
      const bare = before.replace(/\b(?:this|it|the text|bunu|şunu)\b/giu, '').trim()
      const text = unquote(after || bare) || context
      const isUpper = /upper|capital|büyük/i.test(kind)
      return isUpper ? text.toLocaleUpperCase(language) : text.toLocaleLowerCase(language)
    },
  ],
  [
    /^(?:please\s+)?(?:just\s+|only\s+)?(?:say|repeat|write|print|echo|reply with|answer with|respond with)\b(?<manner>(?:\s+(?:exactly|only|just|back|after me))*(?:\s+(?:this|the following|the words?|the sentence|the phrase|the text))?\s*:?\s+)(?<text>.+)$|^(?:(?:lütfen|şunu|aynen|sadece|yalnızca)\s+)*(?:söyle|yaz|tekrarla|tekrar et|de)(?<manner>\s*:\s*)(?<text>.+)$/isu,
    ({ manner = '', text = '' }) => {
      // "Say something about…" requests more than an echo, unless the wording is explicit ("exactly", a colon).
      const isFollowUp =
        /^(?:me|something|an?|about|to|in|how|what|why|who|your|one|more|less|the (?:answer|result))\b/i
      return /exactly|:/i.test(manner) || !isFollowUp.test(text) ? unquote(text) : undefined
    },
  ],
  [
    /^count (?:from (?<from>\d+) )?(?:up )?to (?<to>\d+)|(?:(?<from>\d+)['’]?\p{L}* )?(?<to>\d+)['’]?\p{L}* kadar say/iu,
    ({ from = '1', to }) => {
      const length = Number(to) - Number(from) + 1
      const numbers = Array.from({ length: Math.min(200, Math.max(0, length)) }, (_, at) => Number(from) + at)
      return numbers.join(', ') || undefined
    },
  ],
  [
    /(?:how many|count(?: the)?|number of)\s+(?<kind>word|letter|character)s?\b.*?[:“"'](?<text>.+?)[”"']?\??$|kaç (?<kind>kelime|harf)[^:]*:\s*(?<text>.+)$|["“](?<text>.+)["”].*kaç (?<kind>kelime|harf)/isu,
    ({ kind = '', text = '' }, { phrases }) =>
      /^word|^kelime/i.test(kind)
        ? phrases.words(wordsOf(text).length)
        : phrases.letters((text.match(/\p{L}/gu) ?? []).length),
  ],
  [
    /^(?:please\s+)?(?:list|make a list of|listele)(?:\s[^:]{0,40})?:\s*(?<text>.+)$|^(?<text>.+,.+?)\s+(?:listele|liste yap)[.!]?$/isu,
    ({ text = '' }, { context }) => {
      const items = text.split(/,|;|\n|\s(?:and|ve)\s/).map((item) => item.trim().replace(/[.!]$/, ''))
      return context === '' && items.length > 1 ? toList(items.filter(Boolean)) : undefined
    },
  ],
]
/** Longer questions are no simple instructions, and matching them would be slow. */
const maxInstruction = 2_000

export function carryOut(task: Conversation): string | undefined {
  const question = task.question.replace(/[ \t]+/g, ' ')
  const sum = calculate(question)
  if (sum) {
    return `${sum.expression.replace(/\s*\*\s*/g, ' × ')} = **${sum.value}**`
  }
  const isTranslation = /\btranslat(?:e|ion)\b|(?:^|\s)(?:çevir|tercüme|çeviri)/iu.test(question)
  if (isTranslation && !/büyük|küçük|harf/i.test(question)) {
    return task.phrases.translation
  }
  for (const [pattern, run] of question.length > maxInstruction ? [] : instructions) {
    const given = pattern.exec(question)?.groups
    const result = given && run(given, task)
    if (result) {
      return result
    }
  }
  return summary({ ...task, question })
}

function summary({ question, context, system, language }: Conversation) {
  const [, inline = ''] = /^[^:]{0,80}\b(?:summari[sz]e|özetle)[^:]{0,40}:\s*(.+)$/isu.exec(question) ?? []
  const text = inline || context
  if (!/\bsummar(?:i[sz]e|y)\b|(?:^|\s)özet/iu.test(question) || text === '') {
    return undefined
  }
  const tasks = /\btasks?\b|görev/iu.test(question) ? tasksIn(text) : []
  const max = /at most five|en (?:çok|fazla) beş/i.test(system) ? 5 : 3
  return tasks.length > 0 ? toList(tasks) : summarise(text, max, language)
}

function unquote(text: string) {
  return text.trim().replace(/^["“'‘](.*)["”'’][.]?$/su, '$1')
}
