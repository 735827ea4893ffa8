import { configCredential, readConfig } from '#shared/component-config.ts'
import { isRecord } from '#shared/json.ts'
import { isShown } from '#shared/nodes.ts'
import type { Catalogue } from '../check-flow.ts'
import { countReceived } from '../estimate.ts'
import {
  describeModel,
  type ModelWork,
  type Openers,
  pastTurns,
  question,
  toolSpec,
  type Work,
} from '../estimate-flow.ts'
import type { PlannedNode } from '../planned-node.ts'
import { modelCategories } from '../shared-credential.ts'
import type { Program, ProgramNode } from './program.ts'

/** The output of an earlier step in a prompt. */
const outputTokens = { typical: 300, worst: 4_000 }
/** Nobody knows how many items a list will have. */
const items = { typical: 5, worst: 100 }

/**
 * All models of an agent flow with their expected work, as if every branch were taken once. A loop counts once for a
 * typical message and as often as it may go back for the most expensive one.
 */
export async function estimateProgram(
  program: Program,
  catalogue: Catalogue,
  open: Openers,
): Promise<ModelWork[]> {
  const nodes = [...program.nodes.values()]
  const works = nodes.flatMap((node) =>
    modelsOf(node, catalogue).map((model) =>
      describeModel(model, node.parts?.steps ?? [], workOf(node, program), open),
    ),
  )
  return Promise.all(works)
}

/** Models chosen in the form of a step, or connected to it; listed under the step that calls them. */
function modelsOf({ id, label, data, node, parts }: ProgramNode, catalogue: Catalogue): PlannedNode[] {
  const connected = parts?.steps.filter((part) => modelCategories.has(part.node.category)) ?? []
  const chosen = Object.entries(node.inputs ?? {}).flatMap(([field, input]): PlannedNode[] => {
    const name = data.inputs[field]
    const kind = typeof name === 'string' ? catalogue.get(name) : undefined
    if (
      !(kind && 'loadConfig' in input && modelCategories.has(kind.category) && isShown(input, data.inputs))
    ) {
      return []
    }
    const config = readConfig(data.inputs, field)
    const credential = configCredential(config)
    return [
      {
        ...{ id, label, node: kind },
        data: { ...data, name: kind.name, inputs: { ...config }, ...(credential && { credential }) },
      },
    ]
  })
  return [...connected.map((part) => ({ ...part, id, label })), ...chosen]
}

function workOf(node: ProgramNode, program: Program): Work {
  const texts = textsOf(node.data.inputs)
  const references = texts.join('\n').match(/\{\{/g)?.length ?? 0
  const prompt = texts.reduce((sum, text) => sum + countReceived(text), question)
  const tools = countTools(node)
  const known = prompt + tools * toolSpec
  const memory = remembers(node) ? pastTurns : { typical: 0, worst: 0 }
  const times = node.box === undefined ? { typical: 1, worst: 1 } : items
  const calls = tools > 0 ? { typical: 2, worst: tools + 3 } : { typical: 1, worst: 1 }
  return {
    calls: {
      typical: calls.typical * times.typical,
      worst: calls.worst * times.worst * visitsOf(node, program),
    },
    input: {
      typical: known + memory.typical + references * outputTokens.typical,
      worst: known + memory.worst + references * outputTokens.worst,
    },
  }
}

/** Texts of the form and of its rows, without the settings of its models and tools. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value]
  }
  if (Array.isArray(value)) {
    return value.flatMap(textsOf)
  }
  return isRecord(value)
    ? Object.entries(value).flatMap(([name, each]) => (name.endsWith('Config') ? [] : textsOf(each)))
    : []
}

function countTools({ data, parts }: ProgramNode): number {
  const rows = Object.entries(data.inputs).flatMap(([name, value]) =>
    /Tools$/.test(name) && Array.isArray(value) ? value : [],
  )
  const connected = parts?.steps.filter(({ node }) => node.category.startsWith('Tools')) ?? []
  return rows.length + connected.length
}

function remembers({ data }: ProgramNode): boolean {
  return Object.entries(data.inputs).some(([name, value]) => /EnableMemory$/.test(name) && value !== false)
}

/** How often a run may visit the node: each loop around it goes back a number of times. */
function visitsOf({ id }: ProgramNode, program: Program): number {
  return [...program.nodes.values()].reduce((times, { id: end, jump }) => {
    const isInside = jump && reaches(program, jump.target, id) && reaches(program, id, end)
    return isInside ? times * jump.max : times
  }, 1)
}

function reaches({ nodes }: Program, from: string, to: string): boolean {
  const seen = new Set<string>()
  const left = [from]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (id === to) {
      return true
    }
    if (!seen.has(id)) {
      seen.add(id)
      left.push(...(nodes.get(id)?.edges.map(({ target }) => target) ?? []))
    }
  }
  return false
}
