import { calculate } from './arithmetic.ts'
import { fold, languageOf, sentencesOf, spaced, stemsOf, wordsOf } from './words.ts'

type Limit = 'Items' | 'Length' | 'imum'
type Limits = Partial<Record<`${'min' | 'max'}${Limit}` | 'exclusiveMinimum' | 'exclusiveMaximum', number>>

export interface Shape extends Limits {
  type?: string | readonly string[] | undefined
  enum?: readonly unknown[] | undefined
  const?: unknown
  description?: string | undefined
  format?: string
  required?: readonly string[] | undefined
  properties?: Readonly<Record<string, Shape>> | undefined
  items?: Shape | undefined
  anyOf?: readonly Shape[]
  oneOf?: readonly Shape[]
  allOf?: readonly Shape[]
  $ref?: string
  $defs?: Readonly<Record<string, Shape>>
  definitions?: Readonly<Record<string, Shape>>
}

type Source = { text: string; numbers: number[]; defs: Readonly<Record<string, Shape>>; isComplete: boolean }

const maxDepth = 8
const maxItems = 20
const number = /-?\d+(?:[.,]\d+)?/g

/**
 * Generates a value that fits the schema from a text. `isComplete`: a field without a match gets the whole text, not a
 * sentence.
 */
export function generateValue(shape: Shape, text: string, isComplete = false): unknown {
  const numbers = (text.match(number) ?? []).map(toNumber)
  return generate(shape, { text, numbers, defs: { ...shape.definitions, ...shape.$defs }, isComplete }, '', 0)
}

function generate(given: Shape, source: Source, name: string, depth: number): unknown {
  const shape = resolve(given, source.defs)
  if (shape.const !== undefined || shape.enum) {
    return shape.const ?? findOption(shape, source.text) ?? shape.enum?.[0]
  }
  switch (depth > maxDepth ? 'null' : typeOf(shape)) {
    case 'null':
      return null
    case 'object':
      return generateObject(shape, source, depth)
    case 'array': {
      const length = Math.min(maxItems, Math.max(1, shape.minItems ?? 1))
      return Array.from({ length }, () =>
        generate(shape.items ?? { type: 'string' }, source, name, depth + 1),
      )
    }
    case 'number':
      return generateNumber(shape, source, name, 0.001)
    case 'integer':
      return Math.trunc(generateNumber(shape, source, name, 1))
    case 'boolean':
      return !/\b(?:not|no|without|don't|degil|olmadan)\b/.test(fold(source.text))
    default:
      return generateText(shape, source, name)
  }
}

function resolve(shape: Shape, defs: Source['defs'], depth = 0): Shape {
  const named = shape.$ref === undefined ? undefined : defs[shape.$ref.split('/').at(-1) ?? '']
  const chosen = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].find(({ type }) => type !== 'null')
  const merged = shape.allOf ? Object.assign({}, ...shape.allOf, shape, { allOf: undefined }) : undefined
  const next: Shape | undefined = named ?? chosen ?? merged
  return next && depth < maxDepth ? resolve(next, defs, depth + 1) : shape
}

function typeOf({ type, properties, items }: Shape) {
  const named = [type ?? []].flat().find((each) => each !== 'null')
  return named ?? (type ? 'null' : properties ? 'object' : items ? 'array' : 'string')
}

function findOption({ enum: options }: Shape, text: string): unknown {
  return options?.find((option) => fold(text).includes(fold(String(option))))
}

/** Optional fields are left out, unless the text names one of their options. */
function generateObject({ properties = {}, required }: Shape, source: Source, depth: number) {
  const included = Object.entries(properties).filter(
    ([name, field]) => (required?.includes(name) ?? true) || findOption(field, source.text) !== undefined,
  )
  return Object.fromEntries(included.map(([name, field]) => [name, generate(field, source, name, depth + 1)]))
}

function generateNumber(shape: Shape, { text, numbers }: Source, name: string, step: number): number {
  const [labelled] = labelledIn(text, name)?.match(number) ?? []
  const found = labelled === undefined ? (numbers.shift() ?? 0) : toNumber(labelled)
  const min = shape.minimum ?? (shape.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + step
  const max = shape.maximum ?? (shape.exclusiveMaximum ?? Number.POSITIVE_INFINITY) - step
  return Math.min(max, Math.max(min, found))
}

function toNumber(text: string) {
  return Number(text.replace(',', '.'))
}

const formats: Record<string, [pattern: RegExp, fallback: string]> = {
  date: [/\d{4}-\d{2}-\d{2}/, '2026-01-01'],
  'date-time': [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/, '2026-01-01T00:00:00Z'],
  email: [/[\w.+-]+@[\w-]+\.[\w.]+/, 'someone@example.com'],
  uri: [/https?:\/\/[^\s"'<>]+/, 'https://example.com'],
  uuid: [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i, '00000000-0000-4000-8000-000000000000'],
}

function generateText(shape: Shape, { text, isComplete }: Source, name: string): string {
  const { format = '', description = '', minLength = 0, maxLength = isComplete ? 2_000 : 300 } = shape
  const [pattern, fallback] = formats[format] ?? []
  if (pattern) {
    return pattern.exec(text)?.[0] ?? fallback ?? ''
  }
  const requested = `${name} ${description}`
  const found =
    labelledIn(text, name) ??
    findText(requested, text) ??
    /["“]([^"”\n]{1,300})["”]/.exec(text.slice(0, 2_000))?.[1] ??
    (isComplete ? text.slice(0, 2_000) : nearest(requested, text))
  const line = found.replace(/\s+/g, ' ').trim()
  return line.slice(0, Math.max(1, maxLength)).padEnd(Math.min(minLength, 1_000), '.')
}

/** "Name: Ayşe" */
function labelledIn(text: string, name: string): string | undefined {
  const label = wordsOf(spaced(name)).join(' ')
  const lines = label === '' ? [] : text.split(/\n|;|,(?=\s*\p{L}[\p{L} ]{0,30}:)/u)
  const line = lines.find((each) => fold(each).trimStart().startsWith(`${label}:`))
  return line?.slice(line.indexOf(':') + 1).trim() || undefined
}

function nearest(requested: string, text: string): string {
  const language = languageOf(text)
  const stems = stemsOf(requested, language)
  const shared = (sentence: string) =>
    stemsOf(sentence, language).filter((stem) => stems.includes(stem)).length
  const scored = sentencesOf(text.slice(0, 5_000)).map((sentence) => ({ sentence, score: shared(sentence) }))
  return scored.toSorted((a, b) => b.score - a.score)[0]?.sentence ?? ''
}

const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{Ll}*|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık'
const weekday =
  '(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:pazartesi|salı|çarşamba|perşembe|cumartesi|cuma|pazar)(?:[yg]?[ae])?(?!\\p{L})'
const day = `\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}\\s+(?:${month})(?:\\s+\\d{4})?|${weekday}|tomorrow|today|yarın|bugün`
// A count precedes its noun. Years, days of a date and amounts of money are not counts.
const count = `(?<![\\d.,/])(?:(?!20\\d\\d)\\d{1,6}|bir|iki|üç|one|two|three|four|five|six|a dozen)(?!\\s*(?:${month})|\\s*(?:tl|lira|euro|st|nd|rd|th)\\b|[.,/:-]?\\d)`
const goods =
  '(?:\\p{L}+\\s+){0,3}?\\p{L}+(?=\\s+(?:please|for|on|by|to|until|with|from|lütfen|istiyor|lazım|için|sipariş)|\\s*[,.;!?\\n]|\\s*$)'
const names = "\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)*"

/** Value patterns by field name. A group holds the value, else the whole match. */
const finders: [field: RegExp, value: RegExp][] = [
  [/url|link|site/i, /https?:\/\/[^\s"'<>]+/],
  [/mail/i, /[\w.+-]+@[\w-]+\.[\w.]+/],
  [
    /customer|müşteri/i,
    /^(?:hi,?\s+|hello,?\s+|merhaba,?\s+)?(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)(?=\s+\p{Ll}|\s+\d)|(?:thanks|thank you|regards|best|cheers|teşekkürler|sevgiler|saygılar|my name is|i am|ben|adım)[,.!]?\s+(\p{Lu}\p{L}+)/u,
  ],
  [/product|ürün/i, new RegExp(`(?<=${count}\\s+)${goods}`, 'iu')],
  [/quantity|adet/i, new RegExp(`${count}(?=\\s+\\p{L})`, 'iu')],
  [/date|tarih/i, new RegExp(day, 'iu')],
  [
    /address|adres/i,
    /\bto\s+(\p{Lu}[^.\n]*)|,\s*((?:\p{Lu}[\p{L}\d .]*)(?:,\s*\p{Lu}[\p{L} ]*)+)[.]?\s*$|(\p{Lu}[\p{L} ]+)['’]?(?:y[ae]|[ae]) gönder/u,
  ],
  [
    /city|location|place|country|town|region|sehir|ulke|konum/i,
    new RegExp(
      `\\b(?:in|at|for|of|to|from|near)\\s+(${names})|(\\p{Lu}\\p{L}+)['’](?:[dt][ae]n?|n?[iıuü]n|y?[ae])|(?<=\\s)\\p{Lu}\\p{L}{2,}`,
      'u',
    ),
  ],
  [/name|person|title|isim|baslik/i, new RegExp(`(?<=\\s)${names}`, 'u')],
]

export function findText(field: string, text: string): string | undefined {
  const searched = text.slice(0, 2_000)
  const sum = /expr|formula|calc|equation|math|input/i.test(field) ? calculate(searched) : undefined
  const values = finders.filter(([named]) => named.test(field)).map(([, value]) => value.exec(searched))
  const [match, ...groups] = values.find((value) => value !== null) ?? []
  return sum?.expression ?? (groups.find(Boolean) ?? match)?.trim()
}
