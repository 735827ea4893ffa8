import { calculate } from './arithmetic.ts'
import { fold, stemsOf, wordsOf } from './words.ts'

export type Tool = { name: string; description: string; parameters: Schema }
export type Schema = {
  type?: string | undefined
  enum?: readonly unknown[] | undefined
  description?: string | undefined
  properties?: Readonly<Record<string, Schema>> | undefined
  required?: readonly string[] | undefined
  items?: Schema | undefined
}
export type ToolUse = { name: string; args: unknown }

/** The tool whose name and description fit the question best, if any fits. */
export function chooseTool(question: string, tools: readonly Tool[], mustUse: boolean): ToolUse | undefined {
  const [best] = tools
    .map((tool) => ({ tool, score: scoreOf(question, tool) }))
    .toSorted((a, b) => b.score - a.score)
  if (!best || (best.score < 2 && !mustUse)) {
    return undefined
  }
  return { name: best.tool.name, args: fillSchema(best.tool.parameters, question) }
}

/** A word of the name counts two, a word of the description or of an argument one. */
function scoreOf(question: string, { name, description, parameters }: Tool): number {
  const told = `${description} ${Object.keys(parameters.properties ?? {})
    .map(spaced)
    .join(' ')}`
  const [english, turkish] = (['en', 'tr'] as const).map((language) => {
    const asked = new Set(stemsOf(question, language))
    const named = new Set(stemsOf(spaced(name), language))
    const described = [...new Set(stemsOf(told, language))].filter((stem) => !named.has(stem))
    const isAsked = (stem: string) => asked.has(stem)
    return [...named].filter(isAsked).length * 2 + described.filter(isAsked).length
  })
  const isSum =
    /calc|math|arithmetic|hesap/i.test(`${name} ${description}`) && calculate(question) !== undefined
  return Math.max(english ?? 0, turkish ?? 0) + (isSum ? 3 : 0)
}

function spaced(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_\-.]/g, ' ')
}

/** Values for a JSON schema, read off the question. */
export function fillSchema(schema: Schema, question: string): unknown {
  const numbers = question.match(/-?\d+(?:[.,]\d+)?/g)?.map((text) => Number(text.replace(',', '.'))) ?? []
  return fill(schema, '', { question, numbers })
}

type Source = { question: string; numbers: number[] }

function fill(schema: Schema, name: string, source: Source): unknown {
  const { question, numbers } = source
  if (schema.enum && schema.enum.length > 0) {
    const words = fold(question)
    return schema.enum.find((option) => words.includes(fold(String(option)))) ?? schema.enum[0]
  }
  switch (schema.type) {
    case 'object':
      return fillObject(schema, source)
    case 'array':
      return [fill(schema.items ?? { type: 'string' }, name, source)]
    case 'number':
      return numbers.shift() ?? 0
    case 'integer':
      return Math.trunc(numbers.shift() ?? 0)
    case 'boolean':
      return !/\b(?:not|no|without|don't|degil|olmadan)\b/.test(fold(question))
    default:
      return (
        findText(`${name} ${schema.description ?? ''}`, question) ??
        question.slice(0, 2_000).replace(/\s+/g, ' ').trim()
      )
  }
}

// A field that may be left out is left out, unless the question has something for it.
function fillObject({ properties = {}, required = Object.keys(properties) }: Schema, source: Source) {
  const kept = Object.entries(properties).filter(
    ([name, { enum: options }]) =>
      required.includes(name) ||
      options?.some((option) => fold(source.question).includes(fold(String(option)))),
  )
  return Object.fromEntries(kept.map(([name, schema]) => [name, fill(schema, name, source)]))
}

/** What kind of text a field wants, by its name; the first pattern that is found in the question fills it. */
const finders: [RegExp, RegExp | ((question: string) => string | undefined)][] = [
  [/url|link|site|address/i, /https?:\/\/[^\s"'<>]+/],
  [/mail/i, /[\w.+-]+@[\w-]+\.[\w.]+/],
  [/date|day|tarih|gun/i, /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}/],
  [/expr|formula|calc|equation|math|input/i, (question) => calculate(question)?.expression],
  [/city|location|place|country|town|region|sehir|ulke|konum/i, findPlace],
  [/name|person|title|isim|baslik/i, /(?<=\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*/u],
]

/** What the name of a field says it wants, or what stands in quotes. */
export function findText(name: string, asked: string): string | undefined {
  const question = asked.slice(0, 2_000)
  for (const [wanted, find] of finders) {
    const found = wanted.test(name)
      ? typeof find === 'function'
        ? find(question)
        : find.exec(question)?.[0]
      : undefined
    if (found) {
      return found
    }
  }
  return /["“]([^"”]+)["”]/.exec(question)?.[1]
}

function findPlace(question: string): string | undefined {
  const placed = /\b(?:in|at|for|of|to|from|near)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s\p{Lu}[\p{L}'’-]+)*)/u.exec(
    question,
  )?.[1]
  const turkish = /(\p{Lu}\p{L}+)['’](?:d[ae]|t[ae]|n[iıuü]n|[iıuü]n|[ae]|y[ae]|dan|den)/u.exec(question)?.[1]
  return placed ?? turkish ?? /(?<=\s)\p{Lu}\p{L}{2,}/u.exec(question)?.[0]
}

/** What a tool has answered, for the eye: fields of data as a list, text as it is. */
export function readToolResult(text: string): string {
  const data = parse(text)
  if (Array.isArray(data)) {
    return data.map((item) => `\n- ${plain(item)}`).join('')
  }
  if (typeof data === 'object' && data !== null) {
    return Object.entries(data)
      .map(([key, value]) => `\n- **${wordsOf(spaced(key)).join(' ')}**: ${plain(value)}`)
      .join('')
  }
  return text.trim()
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
