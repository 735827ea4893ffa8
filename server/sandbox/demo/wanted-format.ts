import type { DemoMessage } from './conversation.ts'
import { fillShape, type Shape } from './fill-shape.ts'
import { wordsOf } from './words.ts'

/** A prompt that wants its answer in a form: which one, and what the answer is to be about. */
type Wanted = { subject: string } & (
  | { schema: Shape }
  | { separator: string; count: number | undefined; isPlain?: undefined }
)

/** What parsers write into prompts: ours, and those of LangChain and its ports. */
const asksForJson =
  /json(?: object| instance)? (?:that|which) (?:fits|conforms to|matches)|json schema below|following json schema/i
const asksForList = /values?,? (?:each )?separated (?:from the next )?by|comma[- ]separated (?:values|list)/i
const longestSearched = 50_000
const mostTried = 40

/** The answer to a prompt with format instructions, in that format; undefined for any other prompt. */
export function answerInFormat(messages: readonly DemoMessage[]): string | undefined {
  const asked = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const told = messages.filter(({ role }) => /system|developer/.test(role)).map(({ text }) => text)
  const wanted = wantedIn(asked, '') ?? wantedIn(told.join('\n'), asked)
  if (!wanted) {
    return undefined
  }
  return 'schema' in wanted
    ? JSON.stringify(fillShape(wanted.schema, wanted.subject))
    : listIn(wanted.subject, wanted.count).join(`${wanted.separator} `)
}

function wantedIn(text: string, question: string): Wanted | undefined {
  const searched = text.slice(-longestSearched)
  return wantedJson(searched, question) ?? wantedList(searched, question)
}

function wantedJson(text: string, question: string): Wanted | undefined {
  const line = lineOf(text, asksForJson)
  if (!line) {
    return undefined
  }
  // The last that is a schema: examples of schemas stand before it.
  const found = objectsIn(text, line.from).findLast(({ value }) => isSchema(value))
  if (!found) {
    return undefined
  }
  const rest = text.slice(0, line.from) + text.slice(found.end).replace(/^\s*```/, '')
  return { schema: found.value as Shape, subject: question || rest.trim() }
}

function wantedList(text: string, question: string): Wanted | undefined {
  const found = lineOf(text, asksForList)
  if (!found) {
    return undefined
  }
  const line = text.slice(found.from, found.to)
  const separator = /separated (?:from the next )?by `([^`\n]{1,5})`/i.exec(line)?.[1] ?? ','
  const count = /exactly (\d{1,2}) values?/i.exec(line)?.[1]
  return {
    separator,
    count: count === undefined ? undefined : Number(count),
    subject: question || text.replace(line, '').trim(),
  }
}

/** Where the line stands that says it. */
function lineOf(text: string, pattern: RegExp) {
  const at = pattern.exec(text)?.index
  if (at === undefined) {
    return undefined
  }
  const end = text.indexOf('\n', at)
  return { from: text.lastIndexOf('\n', at) + 1, to: end < 0 ? text.length : end }
}

/** What the text itself lists, else the words that tell what it is about. */
function listIn(subject: string, count = 5): string[] {
  const line = subject.split('\n').findLast((each) => each.trim() !== '') ?? ''
  const listed = (/:\s*(.+)$/.exec(line)?.[1] ?? line).split(/[,;]|\s(?:and|ve)\s/).map((each) => each.trim())
  const words = [...new Set(wordsOf(line))].filter((word) => word.length > 2)
  const found = (listed.length > 1 ? listed : words).map((each) => each.replace(/[.?!,;`]+/g, '').trim())
  const kept = found.filter((each) => each !== '').slice(0, Math.max(1, count))
  return kept.length > 0 ? kept : ['none']
}

type Found = { value: unknown; end: number }

/** JSON objects that stand in a text after a place, outermost only. */
function objectsIn(text: string, from: number): Found[] {
  const found: Found[] = []
  let at = text.indexOf('{', from)
  for (let tried = 0; at >= 0 && tried < mostTried; tried += 1) {
    const end = endOf(text, at)
    const value = end === undefined ? undefined : parse(text.slice(at, end))
    if (value !== undefined && end !== undefined) {
      found.push({ value, end })
    }
    at = text.indexOf('{', value === undefined ? at + 1 : end)
  }
  return found
}

/** Behind the brace that closes the one at a place; braces within texts do not count. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0
  for (const { 0: part, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    depth += part === '{' ? 1 : part === '}' ? -1 : 0
    if (depth === 0) {
      return from + index + 1
    }
  }
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const types = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean'])

function isSchema(value: unknown): boolean {
  const { type, properties, anyOf, $ref } = value as Record<string, unknown>
  return types.has(type) || [properties, anyOf].some((each) => typeof each === 'object') || $ref !== undefined
}
