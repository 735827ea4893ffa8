import { calculate } from './arithmetic.ts'
import { fillShape, type Shape } from './fill-shape.ts'
import { isMisspelt } from './rank.ts'
import { type Term, termsOf } from './synonyms.ts'
import { wordsOf } from './words.ts'

export type Tool = { name: string; description: string; parameters: Shape }
export type ToolUse = { name: string; args: unknown }

/** The tool whose name and description fit the question best, if any fits. */
export function chooseTool(question: string, tools: readonly Tool[], mustUse: boolean): ToolUse | undefined {
  const [best] = tools
    .map((tool) => ({ tool, score: scoreOf(question, tool) }))
    .toSorted((a, b) => b.score - a.score)
  return best && (best.score >= 2 || mustUse) ? toCall(best.tool, question) : undefined
}

/** For agents that must look things up first: the search that fits best, whether its description says so or not. */
export function chooseSearch(question: string, tools: readonly Tool[]): ToolUse | undefined {
  return chooseTool(question, tools.filter(isSearch), true)
}

function isSearch({ parameters: { properties = {} } }: Tool) {
  const [input, ...others] = Object.values(properties)
  return others.length === 0 && /\blook|search|\bfind|keyword/i.test(input?.description ?? '')
}

function toCall({ name, parameters }: Tool, question: string): ToolUse {
  return { name, args: fillShape(parameters, question, true) }
}

/** A word of the name counts two, a word of the description or of an argument one. */
function scoreOf(question: string, { name, description, parameters }: Tool): number {
  const told = `${description} ${Object.keys(parameters.properties ?? {})
    .map(spaced)
    .join(' ')}`
  const scores = (['en', 'tr'] as const).map((language) => {
    const asked = termsOf(question, language)
    const named = termsOf(spaced(name), language)
    const described = termsOf(told, language).filter((term) => !named.some((each) => isSame(each, term)))
    const distinct = described.filter((term, at) => described.findIndex((each) => isSame(each, term)) === at)
    const isAsked = (term: Term) => asked.some((each) => isSame(each, term))
    return named.filter(isAsked).length * 2 + distinct.filter(isAsked).length
  })
  const isSum =
    /calc|math|arithmetic|hesap/i.test(`${name} ${description}`) && calculate(question) !== undefined
  return Math.max(...scores) + (isSum ? 9 : 0)
}

function isSame(a: Term, b: Term) {
  const isSynonym = a.groups.some((group) => b.groups.includes(group))
  return a.stem === b.stem || isSynonym || isMisspelt(a.stem, b.stem)
}

function spaced(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_\-.]/g, ' ')
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

/** The text a tool was called with, where it takes one. */
export function inputOf(args = ''): string {
  const [input] = Object.values(parse(args) ?? {})
  return typeof input === 'string' ? input : ''
}
