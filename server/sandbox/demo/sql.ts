import type { DemoMessage } from './conversation.ts'
import { phrases } from './phrases.ts'
import { languageOf, spaced, stemsOf, toList } from './words.ts'

type Column = { name: string; isNumber: boolean }
type Table = { name: string; columns: Column[]; samples: [column: string, cell: string][] }

export function answerSql(messages: readonly DemoMessage[]): string | undefined {
  const requested = messages.filter(({ role }) => role === 'user').map(({ text }) => text)
  const system = messages.find(({ role }) => role === 'system')?.text ?? ''
  if (/^You write one \w+ statement/.test(system)) {
    return writeStatement(requested[0] ?? '', readTables(system))
  }
  const found = /^Question: ([^\n]*)\nStatement:[\s\S]*?\n--- found ---\n([\s\S]*)\n--- end ---$/
  const [, question, rows] = found.exec(requested.at(-1) ?? '') ?? []
  return question === undefined || rows === undefined ? undefined : describeRows(question, rows)
}

/** Reads `TABLE "orders" ("id" INTEGER, …)`, followed by optional rows with ` | ` between cells. */
function readTables(text: string): Table[] {
  return text.split(/\n(?=TABLE ")/).flatMap((part) => {
    const [, name, listed = ''] = /^TABLE "([^"\n]+)" \((.*)\)$/m.exec(part) ?? []
    const columns = [...listed.matchAll(/"([^"]+)"(?: (\w+))?/g)].map(([, column = '', type = '']) => ({
      name: column,
      isNumber: /int|real|num|dec|double|float/i.test(type) && !/^id$|_id$/i.test(column),
    }))
    const [head = [], ...rows] = cellsOf(/\nSome of its rows:\n([\s\S]*)$/.exec(part)?.[1] ?? '')
    const samples = rows.flatMap((row) => row.map((cell, at): [string, string] => [head[at] ?? '', cell]))
    return name && columns.length > 0 ? [{ name, columns, samples }] : []
  })
}

function cellsOf(table: string): string[][] {
  const lines = table.trim().split('\n')
  return lines.filter((line) => !/^\(.*\)$/.test(line)).map((line) => line.split(' | '))
}

const aggregates: [asks: RegExp, sql: 'DESC' | 'ASC' | 'avg' | 'sum'][] = [
  [/\b(?:most|highest|largest|biggest|dearest)\b|en (?:pahalı|yüksek|büyük|çok)/iu, 'DESC'],
  [/\b(?:cheapest|lowest|smallest|least)\b|en (?:ucuz|düşük|küçük|az)/iu, 'ASC'],
  [/\b(?:average|mean)\b|ortalama/iu, 'avg'],
  [/\b(?:total|sum)\b|toplam/iu, 'sum'],
]
const isCountQuestion = /\bhow many\b|\bnumber of\b|\bcount\b|(?<!\p{L})kaç(?!\p{L})|sayısı/iu
const isPriceQuestion = /expensive|cheap|dear|cost|price|pahalı|ucuz|fiyat|tutar|ciro|turnover/iu
const money = /price|fiyat|total|tutar|amount|cost|ücret|ucret/iu

function writeStatement(question: string, tables: readonly Table[]): string {
  const language = languageOf(question)
  const requested = new Set(stemsOf(question, language))
  const names = (name: string) => {
    const stems = stemsOf(spaced(name), language)
    return stems.length > 0 && stems.every((stem) => requested.has(stem))
  }
  const valuesIn = ({ samples }: Table) => [
    ...new Map(samples.filter(([, cell]) => /^\p{L}/u.test(cell) && names(cell))),
  ]
  const scoreOf = (table: Table) =>
    (names(table.name) ? 5 : 0) +
    table.columns.filter(({ name }) => names(name)).length +
    valuesIn(table).length
  const [table] = tables.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  if (!table) {
    return ''
  }
  const wheres = valuesIn(table).map(([column, cell]) => `${quote(column)} = '${cell.replaceAll("'", "''")}'`)
  const from = ` FROM ${quote(table.name)}${wheres.length > 0 ? ` WHERE ${wheres.join(' AND ')}` : ''}`
  const numbers = table.columns.filter(({ isNumber }) => isNumber)
  const paid = isPriceQuestion.test(question) ? numbers.find(({ name }) => money.test(name)) : undefined
  const number = numbers.find(({ name }) => names(name)) ?? paid ?? numbers.at(-1)
  const label =
    table.columns.find(({ name, isNumber }) => !isNumber && !/^id$/i.test(name)) ?? table.columns[0]
  const aggregate = aggregates.find(([pattern]) => pattern.test(question))?.[1]
  if (aggregate && number && label) {
    const column = quote(number.name)
    return /avg|sum/.test(aggregate)
      ? `SELECT round(${aggregate}(${column}), 2) AS ${column}${from}`
      : `SELECT ${quote(label.name)}, ${column}${from} ORDER BY ${column} ${aggregate} LIMIT 1`
  }
  return isCountQuestion.test(question)
    ? `SELECT count(*) AS ${quote(table.name)}${from}`
    : `SELECT ${table.columns.map(({ name }) => quote(name)).join(', ')}${from} LIMIT 10`
}

function quote(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}

function describeRows(question: string, table: string): string {
  const { rowsFound, noRows } = phrases[languageOf(question)]
  const [head = [], ...rows] = cellsOf(table)
  const lines = rows.map((row) => row.map((cell, at) => `${head[at] ?? ''}: ${cell}`).join(', '))
  return lines.length === 0 ? noRows : `${rowsFound}\n${toList(lines)}`
}
