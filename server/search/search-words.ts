import { stemEnglish } from './stem-english.ts'
import { stemTurkish } from './stem-turkish.ts'

type Language = 'english' | 'turkish' | 'either'

const MAX_QUERY_WORDS = 64
const MAX_LENGTH = 64
/** Most words of a text have occurred before, so what they consist of is looked up. */
const MAX_KNOWN = 20_000
const known = new Map<string, readonly Part[]>()

const letters = '[\\p{L}\\p{N}\\p{M}]+'
/** Words, and what is written as one: addresses, numbers, codes, words with an apostrophe. */
const written = new RegExp(
  `${letters}(?:(?:['’ʼ\\-\u2010\u2011._@+&]|(?<=\\p{N})[,/:](?=\\p{N}))${letters})*`,
  'gu',
)
const connector = /[^\p{L}\p{N}\p{M}'’ʼ]/u
const apostrophe = /['’ʼ]/u

/** Of every question. They also tell the languages apart. */
const englishFunctionWords = listed(
  `a an the and or but of to in on at for from with by about into as is are was were be been am do does did have has had
  i me my you your he she it its we our us they them their this that these those there here what which who whom whose
  when where why how can could will would shall should may might must not no if then than so just also too very please
  much many some any tell give get want need know whether`,
)
const turkishFunctionWords = listed(
  `ve veya ya ile için icin bir bu şu o da de ta te ki mi mı mu mü ne nedir nasıl nasil neden nerede kim hangi kaç kac
  ben sen biz siz onlar bana sana bize size benim senin bizim sizin var yok olarak gibi kadar daha ama eğer eger ise
  lütfen lutfen çok cok en her şey sey miyim mıyım misiniz mısınız midir mıdır`,
)

/**
 * The words of a text for its index: folded to lower case without diacritics, each with its stem if that differs, codes and
 * addresses as a whole and in parts. Contains only letters and digits of any script.
 */
export function toSearchWords(text: string): string[] {
  const parts = split(text)
  const language = languageOf(parts)
  const words: string[] = []
  for (const part of parts) {
    words.push(...formsOf(part, language))
  }
  return words
}

/**
 * The different words of a question, each as its forms, any of which may match. Without function words, unless there is no
 * other.
 */
export function toQueryWords(text: string): (readonly string[])[] {
  const parts = split(text)
  const telling = parts.filter(({ word }) => !isFunctionWord(word))
  const language = languageOf(parts)
  const words = (telling.length > 0 ? telling : parts).map((part) => formsOf(part, language))
  const different = new Map(words.filter(({ length }) => length > 0).map((forms) => [forms.join(' '), forms]))
  return [...different.values()].slice(0, MAX_QUERY_WORDS)
}

/** `word` is in lower case, not folded, because diacritics tell the language. Wholes with digits have no stem. */
type Part = {
  word: string
  isWhole: boolean
  isEnglish: boolean
  isTurkish: boolean
  /** What it is indexed as, by the language of the text. */
  forms: Partial<Record<Language, readonly string[]>>
}

function split(text: string): Part[] {
  const lower = text.replace(/[İI]/g, 'i').toLowerCase()
  const all: Part[] = []
  for (const each of lower.match(written) ?? []) {
    all.push(...partsOf(each))
  }
  return all
}

function partsOf(each: string): readonly Part[] {
  const found = known.get(each)
  if (found) {
    return found
  }
  const words = each.split(connector).flatMap(withoutSuffix)
  const pieces = words.flatMap((word) => [word, ...piecesOf(word)])
  const parts = [
    ...pieces.map((word) => toPart(word, false)),
    ...wholesOf(each, words).map((word) => toPart(word, /\p{N}/u.test(word))),
  ]
  if (each.length <= MAX_LENGTH) {
    if (known.size >= MAX_KNOWN) {
      known.clear()
    }
    known.set(each, parts)
  }
  return parts
}

function toPart(word: string, isWhole: boolean): Part {
  const language = languageOfWord(word)
  return {
    ...{ word, isWhole, forms: {} },
    isEnglish: englishFunctionWords.has(word) || language === 'english',
    isTurkish: turkishFunctionWords.has(word) || language === 'turkish',
  }
}

/** A suffix after an apostrophe is left out: "İzmir’de", "customer's". Names keep both parts: "O'Brien". */
function withoutSuffix(part: string): string[] {
  const [head = '', ...tail] = part.split(apostrophe)
  const isSuffix = tail.length === 1 && head.length > 1 && (tail[0] ?? '').length <= 6
  return isSuffix || tail.length === 0 ? [head] : [head, ...tail]
}

/** "ab1200" is also found by "1200". */
function piecesOf(part: string): string[] {
  if (!/\p{N}/u.test(part) || !/\p{L}/u.test(part)) {
    return []
  }
  const pieces = part.match(/\p{N}+|[^\p{N}]+/gu) ?? []
  return pieces.length <= 4 ? pieces : []
}

function wholesOf(each: string, parts: readonly string[]): string[] {
  if (parts.length < 2) {
    return []
  }
  const amount = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(each)
  if (amount) {
    const whole = (amount[1] ?? '').replace(/\D/g, '')
    const decimals = amount[2]?.replace(/0+$/, '')
    // "3,5" and "3.50" are the same, and not 35.
    return decimals ? [whole, `${whole}d${decimals}`] : [whole]
  }
  const whole = parts.join('')
  return whole.length > MAX_LENGTH ? [] : [/\p{N}/u.test(whole) ? fold(whole) : whole]
}

function formsOf(part: Part, language: Language): readonly string[] {
  const forms = part.forms[language] ?? makeForms(part, language)
  part.forms[language] = forms
  return forms
}

function makeForms({ word, isWhole }: Part, language: Language): readonly string[] {
  if (isWhole) {
    return [word]
  }
  const folded = fold(word).slice(0, MAX_LENGTH)
  return [...new Set([folded, ...stemsOf(folded, languageOfWord(word) ?? language)])].filter(Boolean)
}

function stemsOf(folded: string, language: Language): string[] {
  return [
    ...(language === 'turkish' ? [] : [stemEnglish(folded)]),
    ...(language === 'english' ? [] : stemTurkish(folded)),
  ]
}

function fold(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) {
    return word
  }
  return word
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC')
}

function languageOfWord(word: string): Language | undefined {
  if (/[ığşçöü]/.test(word)) {
    return 'turkish'
  }
  return /[qwx]/.test(word) ? 'english' : undefined
}

/** A text with words of both languages, or without any that tells, is stemmed as either. */
function languageOf(parts: readonly Part[]): Language {
  let [english, turkish] = [0, 0]
  for (const { isEnglish, isTurkish } of parts) {
    english += Number(isEnglish)
    turkish += Number(isTurkish)
  }
  if (english > 3 * turkish) {
    return 'english'
  }
  return turkish > 3 * english ? 'turkish' : 'either'
}

function isFunctionWord(word: string): boolean {
  return englishFunctionWords.has(word) || turkishFunctionWords.has(word)
}

function listed(words: string): Set<string> {
  return new Set(words.split(/\s+/))
}
