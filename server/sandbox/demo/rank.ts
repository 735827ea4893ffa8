import type { Item } from './passages.ts'
import type { Term } from './synonyms.ts'

/** Kinds of question that ask for a certain kind of answer. */
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

/** Words that go with everything: they support a match, and make none. */
const weakStems = new Set(
  'tak mak us work go com find say long cost pric tim day hour open clos saat gun zaman fiyat ucret olur hafta sell send oda kisi menu dish yemek product bul al alir'.split(
    ' ',
  ),
)

type Sought = { question: string; terms: readonly Term[]; max: number }

/** The items that best fit what is asked, in the order of the text; none if none fits well enough. */
export function bestItems(items: readonly Item[], { question, terms, max }: Sought): Item[] {
  const sought = terms.filter(({ stem }, at) => terms.findIndex((each) => each.stem === stem) === at)
  const matches = sought.map((term) => preferExact(items.map((item) => matchOf(term, item))))
  const isKnown = matches.map((row) => row.some((match) => match > 0))
  const strong = sought.map(({ stem }) => !weakStems.has(stem))
  const known = strong.filter((isStrong, at) => isStrong && isKnown[at]).length
  // Half of what was asked for must be known at all: else the text is about something else.
  const hasStrong = strong.some(Boolean)
  if (hasStrong ? known === 0 || known * 2 < strong.filter(Boolean).length : !isKnown.some(Boolean)) {
    return []
  }
  const weights = matches.map((row, at) => rarity(row) * (strong[at] ? 1 : 0.4))
  const fitting = kinds.filter(([asks]) => asks.test(question)).map(([, has]) => has)
  const scored = items.map((item, at) => {
    const score = matches.reduce((sum, row, term) => sum + (row[at] ?? 0) * (weights[term] ?? 0), 0)
    const isStrong = !hasStrong || matches.some((row, term) => strong[term] && (row[at] ?? 0) > 0)
    const fits = fitting.some((has) => has.test(item.text))
    const isDirect = sought.some((term, index) => strong[index] && matchAmong(term, item.own) > 0)
    return { item, fits, isDirect, score: isStrong ? score * (fits ? 1.5 : 1) : 0 }
  })
  const ranked = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  const [best] = ranked
  // The sentence beside the best one may be part of the answer: "Orders leave on Monday. They arrive in 3 days."
  const isPart = ({ item, fits, isDirect, score }: (typeof ranked)[number]) => {
    const isBeside = item.line === best?.item.line && fits === best.fits
    const isAsGood = isBeside || isDirect || !best?.isDirect
    return score >= (best?.score ?? 0) * (isBeside ? 0.25 : 0.7) && isAsGood
  }
  const chosen = ranked.filter(isPart).slice(0, max)
  return chosen.map(({ item }) => item).toSorted((a, b) => items.indexOf(a) - items.indexOf(b))
}

/** Where the text has the word itself, its synonyms say something else: Sunday is not Saturday. */
function preferExact(row: readonly number[]): number[] {
  return row.includes(1) ? row.map((match) => (match < 1 && match !== 0.6 ? match * 0.4 : match)) : [...row]
}

/** 1 for the word itself, less for a synonym or a misspelling; less in a heading than in the text. */
function matchOf(term: Term, { own, around }: Item): number {
  return Math.max(matchAmong(term, own), matchAmong(term, around) * 0.6)
}

function matchAmong({ stem, groups }: Term, others: readonly Term[]): number {
  if (others.some((other) => other.stem === stem)) {
    return 1
  }
  if (others.some((other) => other.groups.some((group) => groups.includes(group)))) {
    return 0.8
  }
  return groups.length === 0 && others.some((other) => isMisspelt(stem, other.stem)) ? 0.6 : 0
}

/** One letter wrong, missing or too many, in a word long enough for that to be a slip. */
export function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) {
    return false
  }
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  const from = at < 0 ? a.length : at
  const rests = [a.slice(from), a.slice(from + 1)].map((rest) => [rest, b.slice(from), b.slice(from + 1)])
  return rests.some(([rest, ...others]) => others.includes(rest ?? ''))
}

/** A word that stands everywhere tells nothing apart. */
function rarity(matches: readonly number[]): number {
  const holding = matches.filter((match) => match > 0).length
  return holding === 0 ? 0 : Math.log(1 + matches.length / holding)
}
