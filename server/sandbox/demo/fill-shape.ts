import { findText } from './find-text.ts'
import { fold, languageOf, sentencesOf, stemsOf, wordsOf } from './words.ts'

/** A JSON schema, as far as it says what a value looks like. */
export type Shape = {
  type?: string | readonly string[] | undefined
  enum?: readonly unknown[] | undefined
  description?: string | undefined
  required?: readonly string[] | undefined
  properties?: Readonly<Record<string, Shape>> | undefined
  items?: Shape | undefined
  const?: unknown
  anyOf?: readonly Shape[]
  oneOf?: readonly Shape[]
  allOf?: readonly Shape[]
  $ref?: string
  $defs?: Readonly<Record<string, Shape>>
  definitions?: Readonly<Record<string, Shape>>
  format?: string
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

type Source = {
  text: string
  numbers: number[]
  defs: Readonly<Record<string, Shape>>
  isWhole: boolean
}
type Place = { name: string; depth: number }

const deepest = 8
const mostItems = 20

/**
 * A value that fits, read off a text as well as that goes. The same text always gives the same value. A field for which
 * the text holds nothing telling gets the nearest sentence, or the whole text.
 */
export function fillShape(shape: Shape, text: string, isWhole = false): unknown {
  const numbers = text.match(/-?\d+(?:[.,]\d+)?/g)?.map((each) => Number(each.replace(',', '.'))) ?? []
  const source = { text, numbers, defs: { ...shape.definitions, ...shape.$defs }, isWhole }
  return fill(shape, { name: '', depth: 0 }, source)
}

function fill(given: Shape, place: Place, source: Source): unknown {
  const shape = resolve(given, source)
  if (shape.const !== undefined) {
    return shape.const
  }
  if (shape.enum && shape.enum.length > 0) {
    return findOption(shape, source) ?? shape.enum[0]
  }
  if (place.depth > deepest) {
    return null
  }
  switch (typeOf(shape)) {
    case 'object':
      return fillFields(shape, place, source)
    case 'array':
      return fillList(shape, place, source)
    case 'number':
    case 'integer':
      return fillNumber(shape, place, source)
    case 'boolean':
      return !/\b(?:not|no|without|don't|degil|olmadan)\b/.test(fold(source.text))
    case 'null':
      return null
    default:
      return fillText(shape, place, source)
  }
}

function findOption({ enum: options }: Shape, { text }: Source): unknown {
  const said = fold(text)
  return options?.find((option) => said.includes(fold(String(option))))
}

/** What a reference or a choice stands for: the first that is something. */
function resolve(shape: Shape, { defs }: Source, depth = 0): Shape {
  const named = shape.$ref === undefined ? undefined : defs[shape.$ref.split('/').at(-1) ?? '']
  const chosen = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].find((each) => each.type !== 'null')
  const whole = shape.allOf ? Object.assign({}, ...shape.allOf, shape, { allOf: undefined }) : undefined
  const next: Shape | undefined = named ?? chosen ?? whole
  return next && depth < deepest
    ? resolve(next, { text: '', numbers: [], defs, isWhole: false }, depth + 1)
    : shape
}

function typeOf({ type, properties, items }: Shape) {
  const named = typeof type === 'string' ? type : type?.find((each) => each !== 'null')
  return named ?? (properties ? 'object' : items ? 'array' : 'string')
}

function fillFields({ properties = {}, required }: Shape, { depth }: Place, source: Source) {
  const wanted = Object.entries(properties).filter(
    ([name, field]) => (required?.includes(name) ?? true) || findOption(field, source) !== undefined,
  )
  return Object.fromEntries(
    wanted.map(([name, shape]) => [name, fill(shape, { name, depth: depth + 1 }, source)]),
  )
}

function fillList(
  { items = { type: 'string' }, minItems = 1 }: Shape,
  { name, depth }: Place,
  source: Source,
) {
  const count = Math.min(mostItems, Math.max(1, minItems))
  return Array.from({ length: count }, () => fill(items, { name, depth: depth + 1 }, source))
}

function fillNumber(shape: Shape, { name }: Place, source: Source) {
  const labelled = labelledIn(source.text, name)?.match(/-?\d+(?:[.,]\d+)?/)?.[0]
  const found = labelled === undefined ? (source.numbers.shift() ?? 0) : Number(labelled.replace(',', '.'))
  const isWhole = typeOf(shape) === 'integer'
  const step = isWhole ? 1 : 0.001
  const least = shape.minimum ?? (shape.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + step
  const most = shape.maximum ?? (shape.exclusiveMaximum ?? Number.POSITIVE_INFINITY) - step
  const held = Math.min(most, Math.max(least, found))
  return isWhole ? Math.trunc(held) : held
}

const usualTexts: Record<string, string> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}
const formats: Record<string, RegExp> = {
  date: /\d{4}-\d{2}-\d{2}/,
  email: /[\w.+-]+@[\w-]+\.[\w.]+/,
  uri: /https?:\/\/[^\s"'<>]+/,
}

function fillText(
  { format = '', description = '', minLength = 0, maxLength }: Shape,
  place: Place,
  source: Source,
) {
  const usual = usualTexts[format]
  if (usual !== undefined) {
    return formats[format]?.exec(source.text)?.[0] ?? usual
  }
  const { name } = place
  const found =
    labelledIn(source.text, name) ??
    findText(`${name} ${description}`, source.text) ??
    (source.isWhole
      ? source.text.slice(0, 2_000).replace(/\s+/g, ' ').trim()
      : nearest(name, description, source.text))
  const max = maxLength ?? (source.isWhole ? 2_000 : 300)
  return found.slice(0, Math.max(1, max)).padEnd(Math.min(minLength, 1_000), '.')
}

/** "Name: Ayşe" */
function labelledIn(text: string, name: string): string | undefined {
  const words = wordsOf(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_.-]/g, ' '))
  const label = words.join(' ')
  const lines = label === '' ? [] : text.split(/\n|;|,(?=\s*\p{L}[\p{L} ]{0,30}:)/u)
  const line = lines.find((each) =>
    fold(each)
      .trim()
      .startsWith(`${fold(label)}:`),
  )
  return line?.slice(line.indexOf(':') + 1).trim() || undefined
}

/** The sentence that shares most words with what a field is called, else the first. */
function nearest(name: string, description: string, text: string): string {
  const language = languageOf(text)
  const wanted = stemsOf(`${name} ${description}`, language)
  const sentences = sentencesOf(text.slice(0, 5_000)).map((sentence) => sentence.trim())
  const [best = ''] = sentences
    .map((sentence) => ({ sentence, stems: new Set(stemsOf(sentence, language)) }))
    .toSorted((a, b) => shared(wanted, b.stems) - shared(wanted, a.stems))
    .map(({ sentence }) => sentence)
  return best.replace(/\s+/g, ' ')
}

function shared(wanted: readonly string[], stems: ReadonlySet<string>) {
  return wanted.filter((stem) => stems.has(stem)).length
}
