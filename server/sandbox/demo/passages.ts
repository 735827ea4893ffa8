import { isOneOfKind, isSynonym, type Term, termsOf } from './synonyms.ts'
import { type Language, sentencesOf, toList } from './words.ts'

/** One statement of a text, its own words, and the words of its heading, label or question. */
export type Item = { text: string; own: Term[]; around: Term[]; isListed: boolean; line: number }

/** Sentences that instruct the model are no facts. */
const instruction =
  /^(?:you |your (?:task|job|role|goal|answers?|name)|(?:please )?(?:answer|respond|reply|use|do not|don't|never|always|be|keep|if (?:you|the|there|it|neither|somebody)|when (?:you|the|they|a|somebody)|act|write|only|make sure|avoid|begin|start|end|the following|given|based on|here (?:is|are)|context|passages|sen |siz |cevap|yanıt|her zaman|asla|sadece|yalnızca|yalnız|eğer|lütfen|aşağıdaki|bağlam|kısa ve)(?![\p{L}]))/iu
const bullet = /^(?:[-*•]|\d+[.)])\s+/
const passageMark = /^\[\d+\]\s*/
const pointsBack =
  /^(?:it|its|they|their|this|these|he|she|bu|bunlar|bunun|o|onlar|orada|burada)(?![\p{L}])/iu

type Place = { heading: Term[]; question: string; isPassage: boolean; line: number }

/** Statements of a prompt, passage or page, in order. Instructions of a prompt are left out. */
export function readItems(text: string, language: Language, isPrompt = true): Item[] {
  const items: Item[] = []
  const place: Place = { heading: [], question: '', isPassage: !isPrompt, line: 0 }
  for (const line of text.split('\n')) {
    place.line += 1
    place.isPassage ||= passageMark.test(line)
    const bare = line.trim().replace(passageMark, '')
    const label = termsOf(labelOf(bare), language)
    for (const sentence of sentencesOf(bare)) {
      const item = readSentence(sentence, place, language)
      if (item) {
        const before = pointsBack.test(item.text) ? (items.at(-1)?.own ?? []) : []
        items.push({ ...item, around: [...item.around, ...label, ...before] })
      }
    }
  }
  return items
}

function readSentence(sentence: string, place: Place, language: Language): Item | undefined {
  const body = sentence.replace(bullet, '')
  const heading = headingOf(body)
  const question = /^(?:q|question|soru|s)\s*[:.]\s*(.+)$/i.exec(body)?.[1]
  if (question !== undefined) {
    place.question = question
  } else if (heading !== undefined) {
    place.heading = termsOf(heading, language)
  } else if (place.question !== '' || place.isPassage || !instruction.test(body)) {
    const text = body.replace(/^(?:a|answer|cevap|c)\s*[:.]\s*/i, '')
    const around = [...place.heading, ...termsOf(place.question, language)]
    place.question = ''
    return { text, own: termsOf(text, language), around, isListed: bullet.test(sentence), line: place.line }
  }
  return undefined
}

/** `## Returns` or `Returns:` */
function headingOf(body: string): string | undefined {
  return /^#{1,6}\s|^[^.!?]{2,60}:$/.test(body) ? body.replace(/^#+\s*|:$/g, '') : undefined
}

/** `Returns: Unused goods can come back.` */
function labelOf(line: string) {
  return /^(\p{Lu}[^.!?:,]{1,40}):\s+\S/u.exec(line)?.[1] ?? ''
}

/** A text's topics: headings, line labels, else its first statements. */
export function topicsOf(text: string, language: Language): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(passageMark, ''))
  const headings = lines.flatMap((line) => (line.startsWith('#') ? (headingOf(line) ?? []) : []))
  const labels = lines.map(labelOf).filter((label) => label !== '' && !/^(?:q|a|soru|cevap)$/i.test(label))
  const questions = lines.flatMap((line) => /^(?:q|soru)\s*:\s*(.+)$/i.exec(line)?.[1] ?? [])
  const named = [headings, labels, questions].find((each) => each.length > 1)
  return (named ?? readItems(text, language).map((item) => item.text)).slice(0, 5)
}

export function writeItems(items: readonly Item[]): string {
  const texts = items.map(({ text }) => text)
  return items.length > 1 && items.some(({ isListed }) => isListed)
    ? toList(texts)
    : texts.map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(' ')
}

/** An extractive summary: the sentences that share most words with the whole text. */
export function summarise(text: string, max: number, language: Language): string {
  const items = readItems(text, language, false)
  const counts = new Map<string, number>()
  for (const { stem } of items.flatMap(({ own }) => own)) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  const weight = ({ own }: Item) =>
    own.reduce((sum, { stem }) => sum + (counts.get(stem) ?? 1) - 1, 0) / Math.sqrt(own.length + 1)
  const chosen = items.toSorted((a, b) => weight(b) - weight(a)).slice(0, max)
  return writeItems(items.filter((item) => chosen.includes(item)))
}

/** Tasks of minutes: who does or will do what. Statements about the past or present are no tasks. */
const englishTask =
  /^(?!The |This |That |It |There )\p{Lu}\p{L}+(?: and \p{Lu}\p{L}+)? (?:will|shall|must|should|has to|have to|needs? to|is to|is going to|\p{L}{2,}[^s]s)\s/u
const turkishTask = /(?:yor|[ae]ca[kğ]|ece[kğ]|mal[ıi]|s[ıi]n)(?:lar|ler)?[.!]?$/u

export function tasksIn(text: string): string[] {
  const sentences = sentencesOf(text).map((sentence) => sentence.replace(bullet, ''))
  return sentences.filter((sentence) => englishTask.test(sentence) || turkishTask.test(sentence)).slice(0, 20)
}

const kinds: [asks: RegExp, has: RegExp][] = [
  [
    /how (?:much|expensive)|\bprice|\bcosts?\b|kaç (?:para|lira|tl)|\bkaça\b|ücreti|fiyat|ne tutar|ne kadar(?! s[uü]r)/iu,
    /\d\s*(?:tl|₺|€|\$|usd|eur|lira|euro|avro|dolar)|[$€₺]\s*\d|\bfree\b|ücretsiz/iu,
  ],
  [
    /how (?:long|many|often|soon|old)|\bwhen\b|what time|\buntil\b|ne zaman|saat kaç|kaça kadar|kaç (?:gün|ay|yıl|saat)|kaçında|ne kadar s[uü]r/iu,
    /\d{1,2}[:.]\d{2}|\d+[.,]?\s*(?:\p{L}+ )?(?:days?|hours?|weeks?|months?|years?|minutes?|gün|saat|hafta|ay|yıl)|\bnoon\b|öğlen|(?:mon|tues|wednes|thurs|fri|satur|sun)day|pazartesi|\bcuma/iu,
  ],
  [
    /\bwhere\b|nere?de|nereye|nereden/iu,
    /\b(?:at|in|behind|room|floor|counter|street)\b|bina|oda|katta|banko/iu,
  ],
]

/** Common words that support a match but never make one alone. */
const weakStems = new Set(
  'tak mak us work go com find say long cost pric tim day hour open clos saat gun zaman fiyat ucret olur hafta sell send oda kisi menu dish yemek product bul al alir'.split(
    ' ',
  ),
)

type SearchRequest = { question: string; terms: readonly Term[]; max: number }

/** The items that best fit the question, in the order of the text; none if none fits well enough. */
export function bestItems(items: readonly Item[], { question, terms, max }: SearchRequest): Item[] {
  const distinct = terms.filter(({ stem }, at) => terms.findIndex((each) => each.stem === stem) === at)
  const searchTerms = distinct.map((term) => {
    const row = matchesOf(term, items)
    const isStrong = !weakStems.has(term.stem)
    return { term, row, isStrong, isKnown: row.some(Boolean), weight: rarity(row) * (isStrong ? 1 : 0.4) }
  })
  const strong = searchTerms.filter(({ isStrong }) => isStrong)
  const known = (strong.length > 0 ? strong : searchTerms).filter(({ isKnown }) => isKnown)
  // If less than half of the question's words occur, the text is about something else.
  if (known.length === 0 || known.length * 2 < strong.length) {
    return []
  }
  const fitting = kinds.filter(([pattern]) => pattern.test(question)).map(([, has]) => has)
  const scored = items.map((item, at) => {
    const score = searchTerms.reduce((sum, { row, weight }) => sum + (row[at] ?? 0) * weight, 0)
    const fits = fitting.some((has) => has.test(item.text))
    const isDirect = strong.some(({ term }) => matchAmong(term, item.own) > 0)
    return { item, fits, isDirect, score: known.some(({ row }) => row[at]) ? score * (fits ? 1.5 : 1) : 0 }
  })
  const ranked = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  const [best] = ranked
  // The sentence beside the best one may be part of the answer: "Orders leave on Monday. They arrive in 3 days."
  const isPart = ({ item, fits, isDirect, score }: (typeof ranked)[number]) => {
    const isBeside = item.line === best?.item.line && fits === best.fits
    const isAsGood = isBeside || isDirect || !best?.isDirect
    const share = isBeside ? 0.25 : item.isListed ? 0.6 : 0.85
    return score >= (best?.score ?? 0) * share && isAsGood
  }
  const chosen = ranked.filter(isPart).slice(0, max)
  return items.filter((item) => chosen.some((each) => each.item === item))
}

/**
 * How well each item matches a word: 1 for the word itself, less for a synonym, a misspelling or a match in the
 * heading alone.
 */
function matchesOf(term: Term, items: readonly Item[]): number[] {
  const row = items.map(({ own, around }) => {
    const [inText, inHeading] = [matchAmong(term, own), matchAmong(term, around)]
    return Math.max(inText, inHeading * 0.6) + (inText > 0 && inHeading > 0 ? 0.15 : 0)
  })
  const isNamed = isOneOfKind(term) && row.some((match) => match >= 1)
  return isNamed ? row.map((match) => (match >= 1 || match === 0.6 ? match : match * 0.4)) : row
}

function matchAmong(term: Term, others: readonly Term[]): number {
  if (others.some(({ stem }) => stem === term.stem)) {
    return 1
  }
  if (others.some((other) => isSynonym(term, other))) {
    return 0.8
  }
  return term.groups.length === 0 && others.some(({ stem }) => isMisspelt(term.stem, stem)) ? 0.6 : 0
}

export function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) {
    return false
  }
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  const from = at < 0 ? a.length : at
  const rests = [a.slice(from), a.slice(from + 1)].map((rest) => [rest, b.slice(from), b.slice(from + 1)])
  return rests.some(([rest, ...others]) => others.includes(rest ?? ''))
}

function rarity(matches: readonly number[]): number {
  const holding = matches.filter((match) => match > 0).length
  return holding === 0 ? 0 : Math.log(1 + matches.length / holding)
}
