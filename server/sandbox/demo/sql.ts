import type { DemoMessage } from './conversation.ts'
import { fold, type Language, languageOf, stemsOf } from './words.ts'

type Column = { name: string; isNumber: boolean }
type Table = { name: string; columns: Column[]; samples: Record<string, string>[] }
type Asked = { question: string; stems: ReadonlySet<string>; language: Language }

/** A prompt that asks for SQL, or for what SQL has found: answered by rule. Undefined for any other. */
export function answerSql(messages: readonly DemoMessage[]): string | undefined {
  const system = messages.find(({ role }) => role === 'system')?.text ?? ''
  const last = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const first = messages.find(({ role }) => role === 'user')?.text ?? ''
  if (/^You write one \w+ statement/.test(system)) {
    const tables = readTables(system)
    return tables.length > 0 ? writeStatement(first, tables) : undefined
  }
  const found = /^Question: ([^\n]*)\nStatement:[\s\S]*?\n--- found ---\n([\s\S]*)\n--- end ---$/.exec(last)
  return found ? tellRows(found[1] ?? '', found[2] ?? '') : undefined
}

/** `TABLE "orders" ("id" INTEGER, …)`, and below it, if there are any, rows with ` | ` between their cells. */
function readTables(text: string): Table[] {
  return text.split(/\n(?=TABLE ")/).flatMap((part) => {
    const [, name, listed = ''] = /^TABLE "([^"\n]+)" \((.*)\)$/m.exec(part) ?? []
    const columns = [...listed.matchAll(/"([^"]+)"(?: (\w+))?/g)].map(([, column = '', type = '']) => ({
      name: column,
      isNumber: /int|real|num|dec|double|float/i.test(type),
    }))
    const [, rows = ''] = /\nSome of its rows:\n([\s\S]*)$/.exec(part) ?? []
    const [head = '', ...lines] = rows.trim().split('\n')
    const names = head.split(' | ')
    const samples = lines.map((line) =>
      Object.fromEntries(line.split(' | ').map((cell, at) => [names[at] ?? '', cell])),
    )
    return name && columns.length > 0 ? [{ name, columns, samples }] : []
  })
}

function writeStatement(question: string, tables: Table[]): string {
  const language = languageOf(question)
  const asked = { question, stems: new Set(stemsOf(question, language)), language }
  const [table] = tables
    .map((each) => ({ each, score: scoreOf(each, asked) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ each }) => each)
  return table ? statementOn(table, asked) : ''
}

/** What its table is called counts most, then what stands in it. */
function scoreOf({ name, columns, samples }: Table, asked: Asked): number {
  const isNamed = says(name, asked) ? 5 : 0
  return (
    isNamed + columns.filter((column) => says(column.name, asked)).length + valuesIn(samples, asked).length
  )
}

const kinds = {
  count: /\bhow many\b|\bnumber of\b|\bcount\b|(?<!\p{L})kaç(?!\p{L})|sayısı/iu,
  average: /\baverage\b|\bmean\b|ortalama/iu,
  sum: /\btotal\b|\bsum\b|toplam/iu,
  most: /\bmost\b|\bhighest\b|\blargest\b|\bbiggest\b|\bdearest\b|en (?:pahalı|yüksek|büyük|çok)/iu,
  least: /\bcheapest\b|\blowest\b|\bsmallest\b|\bleast\b|en (?:ucuz|düşük|küçük|az)/iu,
}

function statementOn({ name, columns, samples }: Table, asked: Asked): string {
  const values = valuesIn(samples, asked)
  const where = values.length > 0 ? ` WHERE ${values.map(equals).join(' AND ')}` : ''
  const from = ` FROM ${quote(name)}${where}`
  const isCount = kinds.count.test(asked.question)
  return (
    extremeOf(columns, from, asked) ??
    sumOf(columns, from, asked) ??
    (isCount
      ? `SELECT count(*) AS ${quote(name)}${from}`
      : `SELECT ${columns.map((column) => quote(column.name)).join(', ')}${from} LIMIT 10`)
  )
}

function extremeOf(columns: Column[], from: string, asked: Asked): string | undefined {
  const isLeast = kinds.least.test(asked.question)
  const number = isLeast || kinds.most.test(asked.question) ? numberIn(columns, asked) : undefined
  const label = columns.find((column) => !column.isNumber)?.name ?? columns[0]?.name ?? ''
  return number === undefined
    ? undefined
    : `SELECT ${quote(label)}, ${quote(number)}${from} ORDER BY ${quote(number)} ${isLeast ? 'ASC' : 'DESC'} LIMIT 1`
}

function sumOf(columns: Column[], from: string, asked: Asked): string | undefined {
  const isAverage = kinds.average.test(asked.question)
  const number = isAverage || kinds.sum.test(asked.question) ? numberIn(columns, asked) : undefined
  return number === undefined
    ? undefined
    : `SELECT round(${isAverage ? 'avg' : 'sum'}(${quote(number)}), 2) AS ${quote(number)}${from}`
}

const money = /price|fiyat|total|tutar|amount|cost|ucret/
const asksMoney = /expensive|cheap|dear|cost|price|pahali|ucuz|fiyat|tutar|ciro|turnover/

/** The column of numbers that is named, else one of money where money is asked for, else the last. */
function numberIn(columns: Column[], asked: Asked): string | undefined {
  const numbers = columns.filter(({ name, isNumber }) => isNumber && !/^id$|_id$/i.test(name))
  const named = numbers.find(({ name }) => says(name, asked))
  const paid = asksMoney.test(fold(asked.question))
    ? numbers.find(({ name }) => money.test(fold(name)))
    : undefined
  return (named ?? paid ?? numbers.at(-1))?.name
}

/** Texts of its rows that the question names. */
function valuesIn(samples: Table['samples'], { stems, language }: Asked): [string, string][] {
  const cells = samples.flatMap((row) => Object.entries(row)).filter(([, cell]) => /^\p{L}/u.test(cell))
  const named = cells.filter(([, cell]) => {
    const wanted = stemsOf(cell, language)
    return wanted.length > 0 && wanted.every((stem) => stems.has(stem))
  })
  return [...new Map(named)]
}

function says(name: string, { stems, language }: Asked): boolean {
  const wanted = stemsOf(name.replace(/[_.-]/g, ' '), language)
  return wanted.length > 0 && wanted.every((stem) => stems.has(stem))
}

function equals([column, value]: [string, string]) {
  return `${quote(column)} = '${value.replaceAll("'", "''")}'`
}

function quote(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}

const words = {
  en: { found: 'In the database I found:', nothing: 'I found nothing about that in the database.' },
  tr: { found: 'Veritabanında bulduğum:', nothing: 'Veritabanında bununla ilgili bir şey bulamadım.' },
}

/** Rows as they were found, each with the names of its cells. */
function tellRows(question: string, table: string): string {
  const { found, nothing } = words[languageOf(question)]
  const [head = '', ...lines] = table.trim().split('\n')
  const names = head.split(' | ')
  const rows = lines.filter((line) => !/^\(.*\)$/.test(line))
  const told = rows.map((line) =>
    line
      .split(' | ')
      .map((cell, at) => `${names[at] ?? ''}: ${cell}`)
      .join(', '),
  )
  return told.length === 0 ? nothing : `${found}\n${told.map((row) => `- ${row}`).join('\n')}`
}
