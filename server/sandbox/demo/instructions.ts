import { calculate } from './arithmetic.ts'
import type { Conversation } from './conversation.ts'
import { summarise, tasksIn } from './passages.ts'
import { toList, wordsOf } from './words.ts'

type CarryOut = (
  given: Readonly<Record<string, string | undefined>>,
  task: Conversation,
) => string | undefined

/** How a simple instruction is put, and what is done with the groups of its pattern. The first that does something wins. */
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
      // "Say something about…" asks for more than an echo, unless it is said plainly that an echo is wanted.
      const asksMore =
        /^(?:me|something|an?|about|to|in|how|what|why|who|your|one|more|less|the (?:answer|result))\b/i
      return /exactly|:/i.test(manner) || !asksMore.test(text) ? unquote(text) : undefined
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
/** A longer question is no simple instruction, and looking for one would take long. */
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
  for (const [asks, run] of question.length > maxInstruction ? [] : instructions) {
    const given = asks.exec(question)?.groups
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
  const max = /at most five|en çok beş/i.test(system) ? 5 : 3
  return tasks.length > 0 ? toList(tasks) : summarise(text, max, language)
}

function unquote(text: string) {
  return text.trim().replace(/^["“'‘](.*)["”'’][.]?$/su, '$1')
}
