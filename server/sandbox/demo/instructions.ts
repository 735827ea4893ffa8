import { calculate } from './arithmetic.ts'
import { summarise } from './passages.ts'
import type { Phrases } from './phrases.ts'
import { type Language, wordsOf } from './words.ts'

type Task = { question: string; context: string; system: string; language: Language; phrases: Phrases }
/** Does what it recognises, or nothing. */
type Instruction = (task: Task) => string | undefined

/** These look at the whole of a long text. */
const forAnyLength: Instruction[] = [translate, repeat, summary]
const forSentences: Instruction[] = [
  sum,
  translate,
  changeCase,
  repeat,
  countTo,
  countWords,
  listGiven,
  summary,
]
/** A longer question is no simple instruction, and looking for one would take long. */
const longestSentence = 2_000

/** The answer to a question that is a task: repeat, list, count, calculate… */
export function carryOut(task: Task): string | undefined {
  const question = task.question.replace(/[ \t]+/g, ' ')
  for (const instruction of question.length > longestSentence ? forAnyLength : forSentences) {
    const result = instruction({ ...task, question })
    if (result !== undefined) {
      return result
    }
  }
  return undefined
}

function sum({ question }: Task) {
  const result = calculate(question)
  return result && `${result.expression.replace(/\s*\*\s*/g, ' × ')} = **${result.value}**`
}

function translate({ question, phrases }: Task) {
  const asks = /\btranslat(?:e|ion)\b|(?:^|\s)(?:çevir|tercüme|çeviri)/iu.test(question)
  return asks && !/büyük|küçük|harf/i.test(question) ? phrases.translation : undefined
}

const toCase =
  /^(?:please\s+)?(?:(?:convert|turn|write|put|say|make)\s+)?(.*?)\s*(?:to|in|into)?\s*\b(upper ?case|capital letters|capitals|lower ?case)\b\s*:?\s*(.*)$/isu
const toTurkishCase =
  /^(?:lütfen\s+)?(.*?)\s*(büyük|küçük) harf(?:e|lere|lerle|le)?\s*(?:çevir|yaz|dönüştür)?\s*:?\s*(.*)$/isu

function changeCase({ question, context, language }: Task) {
  const [, before = '', kind = '', after = ''] = toCase.exec(question) ?? toTurkishCase.exec(question) ?? []
  const text = unquote(after || before.replace(/\b(?:this|it|the text|bunu|şunu)\b/giu, '').trim()) || context
  if (kind === '' || text === '') {
    return undefined
  }
  const isUpper = /upper|capital|büyük/i.test(kind)
  return isUpper ? text.toLocaleUpperCase(language) : text.toLocaleLowerCase(language)
}

const toRepeat =
  /^(?:please\s+)?(?:just\s+|only\s+)?(?:say|repeat|write|print|echo|reply with|answer with|respond with)\b(?:\s+(?:exactly|only|just|back|after me))*(?:\s+(?:this|the following|the words?|the sentence|the phrase|the text))?\s*:?\s+(.+)$/isu
const toRepeatTurkish =
  /^(?:lütfen\s+)?(?:şunu|aynen|sadece|yalnızca)?\s*(?:şunu|aynen)?\s*(?:söyle|yaz|tekrarla|tekrar et|de)\s*:\s*(.+)$/isu

function repeat({ question }: Task) {
  const text = (toRepeat.exec(question) ?? toRepeatTurkish.exec(question))?.[1]
  if (!text) {
    return undefined
  }
  // "Say something about…" asks for more than an echo, unless it is said plainly that an echo is wanted.
  const isPlain = /exactly|:|["“]/i.test(question.slice(0, question.length - text.length + 1))
  const asksMore =
    /^(?:me|something|an?|about|to|in|how|what|why|who|your|one|more|less|the (?:answer|result))\b/i
  return isPlain || !asksMore.test(text) ? unquote(text) : undefined
}

function countTo({ question }: Task) {
  const match =
    /^count (?:from (\d+) )?(?:up )?to (\d+)/i.exec(question) ??
    /(?:(\d+)['’]?\p{L}* )?(\d+)['’]?\p{L}* kadar say/iu.exec(question)
  const [from, to] = [Number(match?.[1] ?? 1), Number(match?.[2])]
  const length = to - from + 1
  return length > 0 && length <= 200
    ? Array.from({ length }, (_, index) => from + index).join(', ')
    : undefined
}

const counted =
  /(?:how many|count(?: the)?|number of)\s+(words?|letters?|characters?)\b.*?(?:in|of|are there in)?\s*[:“"'](.+?)[”"']?\??$/isu
const countedTurkish = /kaç (kelime|harf)[^:]*:\s*(.+)$|["“](.+)["”].*kaç (kelime|harf)/isu

function countWords({ question, phrases }: Task) {
  const english = counted.exec(question)
  const turkish = countedTurkish.exec(question)
  const [kind, text] = english
    ? [english[1], english[2]]
    : [turkish?.[1] ?? turkish?.[4], turkish?.[2] ?? turkish?.[3]]
  if (!kind || !text) {
    return undefined
  }
  return /^w|kelime/i.test(kind)
    ? phrases.words(wordsOf(text).length)
    : phrases.letters((text.match(/\p{L}/gu) ?? []).length)
}

function listGiven({ question, context }: Task) {
  const [, inline] =
    /^(?:please\s+)?(?:list|make a list of|listele)(?:\s[^:]{0,40})?:\s*(.+)$/isu.exec(question) ?? []
  const [, before] = /^(.+,.+?)\s+(?:listele|liste yap)[.!]?$/isu.exec(question) ?? []
  const items = (inline ?? before ?? '').split(/,|;|\n|\s(?:and|ve)\s/).map((item) => item.trim())
  const filled = items.map((item) => item.replace(/[.!]$/, '')).filter((item) => item !== '')
  return filled.length > 1 && context === '' ? filled.map((item) => `- ${item}`).join('\n') : undefined
}

function summary({ question, context, system, language }: Task) {
  const [, inline = ''] = /^[^:]{0,80}\b(?:summari[sz]e|özetle)[^:]{0,40}:\s*(.+)$/isu.exec(question) ?? []
  const asks = /\bsummar(?:i[sz]e|y)\b|(?:^|\s)özet/iu.test(question)
  const text = inline || context
  const max = /at most five|en çok beş/i.test(system) ? 5 : 3
  return asks && text !== '' ? summarise(text, max, language) : undefined
}

function unquote(text: string) {
  return text.trim().replace(/^["“'‘](.*)["”'’][.]?$/su, '$1')
}
