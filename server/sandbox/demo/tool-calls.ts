import { isRecord, parseJson } from '#shared/json.ts'
import { calculate } from './arithmetic.ts'
import { generateValue, type Shape } from './generate-value.ts'
import { isMisspelt } from './passages.ts'
import { isSynonym, type Term, termsOf } from './synonyms.ts'
import { type Language, spaced, toList, wordsOf } from './words.ts'

export type Tool = { name: string; description: string; parameters: Shape }
export type ToolUse = { name: string; args: unknown }

export function chooseTool(question: string, tools: readonly Tool[], mustUse = false): ToolUse | undefined {
  const scored = tools.map((tool) => ({ tool, score: scoreOf(question, tool) }))
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return best && (best.score >= 2 || mustUse)
    ? { name: best.tool.name, args: generateValue(best.tool.parameters, question, true) }
    : undefined
}

/** The best-fitting search for agents that must look things up first, even if no description matches. */
export function chooseSearch(question: string, tools: readonly Tool[]): ToolUse | undefined {
  const searches = tools.filter(({ parameters: { properties = {} } }) => {
    const [input, ...others] = Object.values(properties)
    return others.length === 0 && /\blook|search|\bfind|keyword/i.test(input?.description ?? '')
  })
  return chooseTool(question, searches, true)
}

function scoreOf(question: string, { name, description, parameters }: Tool): number {
  const reported = [description, ...Object.keys(parameters.properties ?? {}).map(spaced)].join(' ')
  const scores = (['en', 'tr'] as const).map((language) => {
    const requested = termsOf(question, language)
    const named = termsOf(spaced(name), language)
    const isRequested = (term: Term) => requested.some((each) => isSame(each, term))
    const described = termsOf(reported, language).filter(
      (term, at, all) => ![...named, ...all.slice(0, at)].some((each) => isSame(each, term)),
    )
    return named.filter(isRequested).length * 2 + described.filter(isRequested).length
  })
  const isSum = /calc|math|arithmetic|hesap/i.test(`${name} ${description}`) && calculate(question)
  return Math.max(...scores) + (isSum ? 9 : 0)
}

function isSame(a: Term, b: Term) {
  return a.stem === b.stem || isSynonym(a, b) || isMisspelt(a.stem, b.stem)
}

export function readToolResult(text: string): string {
  const data = parseJson(text)
  if (!isRecord(data) && !Array.isArray(data)) {
    return text.trim()
  }
  const lines = Array.isArray(data)
    ? data.map(toPlain)
    : Object.entries(data).map(([key, value]) => `**${wordsOf(spaced(key)).join(' ')}**: ${toPlain(value)}`)
  return `\n${toList(lines)}`
}

function toPlain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function describeToolResult(text: string, language: Language): string {
  const { date, time, timeZone } = Object(parseJson(text)) as Record<string, unknown>
  if (typeof date !== 'string' || typeof timeZone !== 'string') {
    const fields = readToolResult(text).trim()
    return fields.replace(/^- |\*\*/gm, '').replaceAll('\n', ', ')
  }
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const weekday = weekdays.format(new Date(date))
  return language === 'tr'
    ? `Bugün günlerden ${weekday}, tarih ${date}, saat ${time}.`
    : `Today is ${weekday}, ${date}; it is ${time}.`
}

export function inputOf(args = ''): string {
  const [input] = Object.values(parseJson(args) ?? {})
  return typeof input === 'string' ? input : ''
}
