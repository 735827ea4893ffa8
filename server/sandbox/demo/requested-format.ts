import { parseJson } from '#shared/json.ts'
import type { DemoMessage } from './conversation.ts'
import { generateValue, type Shape } from './generate-value.ts'
import { wordsOf } from './words.ts'

/** Format instructions of our parsers and of LangChain's. */
const requestsJson =
  /json(?: object| instance)? (?:that|which) (?:fits|conforms to|matches)|json schema below|following json schema/i
const requestsList = /values?,? (?:each )?separated (?:from the next )?by|comma[- ]separated (?:values|list)/i
const maxSearched = 50_000

export function answerInFormat(messages: readonly DemoMessage[]): string | undefined {
  const prompt = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const reported = messages.filter(({ role }) => /system|developer/.test(role)).map(({ text }) => text)
  return formatAs(prompt.slice(-maxSearched)) ?? formatAs(reported.join('\n').slice(-maxSearched), prompt)
}

/** The content to format surrounds the instructions, unless it comes in its own message. */
function formatAs(text: string, subject?: string): string | undefined {
  const schema = requestsJson.test(text) ? lastSchemaIn(text) : undefined
  if (schema) {
    const from = text.lastIndexOf('\n', requestsJson.exec(text)?.index) + 1
    const after = text.slice(text.lastIndexOf(schema.source) + schema.source.length).replace(/^\s*```/, '')
    return JSON.stringify(generateValue(schema.shape, subject ?? (text.slice(0, from) + after).trim()))
  }
  const line = text.split('\n').find((each) => requestsList.test(each))
  if (line === undefined) {
    return undefined
  }
  const separator = /separated (?:from the next )?by `([^`\n]{1,5})`/i.exec(line)?.[1] ?? ','
  const count = Number(/exactly (\d{1,2}) values?/i.exec(line)?.[1] ?? 5)
  return listIn(subject ?? text.replace(line, ''), count).join(`${separator} `)
}

function listIn(subject: string, count: number): string[] {
  const line = subject.split('\n').findLast((each) => each.trim() !== '') ?? ''
  const listed = (/:\s*(.+)$/.exec(line)?.[1] ?? line).split(/[,;]|\s(?:and|ve)\s/)
  const words = [...new Set(wordsOf(line))].filter((word) => word.length > 2)
  const found = (listed.length > 1 ? listed : words).map((each) => each.replace(/[.?!,;`]+/g, '').trim())
  const stored = found.filter((each) => each !== '').slice(0, Math.max(1, count))
  return stored.length > 0 ? stored : ['none']
}

/** The schema in a line or a fenced block. The last one counts, since examples of schemas precede it. */
function lastSchemaIn(text: string): { source: string; shape: Shape } | undefined {
  const parts = [...text.split('\n'), ...text.split('```')].filter((part) => part.includes('}'))
  const sources = parts.map((part) => part.slice(part.indexOf('{'), part.lastIndexOf('}') + 1))
  const found = sources.map((source) => ({ source, shape: parseJson(source) }))
  return found.findLast((each): each is { source: string; shape: Shape } => isSchema(each.shape))
}

const types = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean'])

function isSchema(value: unknown): value is Shape {
  const { type, properties, anyOf, $ref } = Object(value) as Record<string, unknown>
  return types.has(type) || [properties, anyOf].some((each) => typeof each === 'object') || $ref !== undefined
}
