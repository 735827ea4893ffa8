import { callModel } from '#server/engine/call-model.ts'
import type { Answer } from '#server/engine/define-node.ts'
import type { ChatModel, Moderation, Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import type { ChatRequest } from '#server/engine/ports.ts'
import { answerOf, type LoopResult } from '#server/engine/tool-loop.ts'
import { findRejection, toWords } from '#server/nodes/chains/moderate.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { cleanAnswer } from './clean-answer.ts'
import { parseLoose, readStep, type TextStep } from './read-step.ts'

export type TextAgent = {
  model: ChatModel
  tools: readonly Tool[]
  moderations: readonly Moderation[]
  maxIterations: number | undefined
  question: string
  label: string
  /** `mustAnswer` forbids further tool calls. */
  toRequest(steps: readonly Done[], mustAnswer: boolean): ChatRequest
  read?(reply: string): TextStep
}

export type Done = { reply: string; observation: string }

const defaultIterations = 15

/**
 * An agent for models without tool calls. The answer is sent in one piece, because only the complete reply shows
 * whether it is an answer.
 */
export async function* runTextAgent(agent: TextAgent): AsyncGenerator<string, Answer> {
  const rejection = await findRejection(agent.moderations, agent.question)
  if (rejection !== undefined) {
    yield* toWords(rejection)
    return {}
  }
  const result = await loop({ ...agent, tools: orderTools(agent.tools) })
  yield* spoken(cleanAnswer(result.text))
  return answerOf(result)
}

async function loop(agent: TextAgent): Promise<LoopResult> {
  const { model, toRequest, read = readStep, maxIterations = defaultIterations } = agent
  const tools = byName(agent)
  const max = Math.max(1, Math.trunc(maxIterations))
  const result: LoopResult = {
    text: '',
    usedTools: [],
    sourceDocuments: [],
    artifacts: [],
    citations: [],
    messages: [],
  }
  const done: Done[] = []
  for (let round = 1; ; round += 1) {
    const isLast = round >= max
    const { text } = await callModel(model, toRequest(done, isLast && max > 1))
    const step = read(text)
    if ('answer' in step || isLast) {
      result.text = 'answer' in step ? step.answer : text.trim()
      return result
    }
    const observation = 'unclear' in step ? howToWrite : await use(step, tools, result)
    if (typeof observation !== 'string') {
      result.text = observation.direct
      return result
    }
    done.push({ reply: text.trim(), observation })
  }
}

const howToWrite =
  'That could not be read. Either name one of the tools as the action, or give the final answer.'

type Use = Extract<TextStep, { tool: string }>

async function use({ tool: name, input }: Use, tools: ReadonlyMap<string, Tool>, result: LoopResult) {
  const tool = tools.get(name) ?? tools.get(name.toLowerCase())
  if (!tool) {
    return `There is no tool named ${name}. There are: ${[...tools.values()].map(({ name }) => name).join(', ')}.`
  }
  const args = toArgs(tool, input)
  const { text, sourceDocuments = [], artifacts = [] } = await tool.call(args)
  result.sourceDocuments.push(...sourceDocuments)
  result.artifacts.push(...artifacts)
  result.usedTools.push({
    tool: tool.name,
    toolInput: args,
    toolOutput: text,
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(text.startsWith('Error: ') && { error: text.slice('Error: '.length) }),
  })
  return tool.returnDirect ? { direct: text } : text
}

function toArgs({ parameters }: Tool, input: string): Json {
  const parsed = parseLoose(input)
  if (isRecord(parsed)) {
    return parsed
  }
  const properties = Object.keys((parameters.properties as object | undefined) ?? {})
  const [first] = (parameters.required as string[] | undefined) ?? properties
  const text = typeof parsed === 'string' ? parsed : input
  return first === undefined ? {} : { [first ?? 'input']: text }
}

/** Models change the case of tool names. */
function byName({ tools, label }: TextAgent): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>()
  for (const tool of tools) {
    if (named.has(tool.name)) {
      throw new AppError('INVALID_FLOW', `${label}: two tools are named ${tool.name}. Rename one.`)
    }
    named.set(tool.name, tool)
  }
  return new Map([...[...named].map(([name, tool]) => [name.toLowerCase(), tool] as const), ...named])
}

function spoken(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? []
}

/** One line per tool: name, description, and the schema if the tool takes more than one text. */
export function describeTools(tools: readonly Tool[]): string {
  return tools
    .map(({ name, description, parameters }) => {
      const properties = Object.keys((parameters.properties as object | undefined) ?? {})
      const schema = properties.length > 1 ? ` Its input is JSON: ${JSON.stringify(parameters)}` : ''
      return `${name}: ${description.replace(/\s+/g, ' ')}${schema}`
    })
    .join('\n')
}
