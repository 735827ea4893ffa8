import { AppError } from '#shared/errors.ts'
import type { Turn } from './call-context.ts'
import type { Answer } from './define-node.ts'
import type {
  Chain,
  ChatModel,
  DocumentSource,
  Embeddings,
  Memory,
  Prompt,
  QueryEngine,
  Retriever,
  Tool,
  VectorStore,
} from './handles.ts'
import type { Json } from './inputs.ts'
import type { Plan, Step } from './plan-flow.ts'

/** Number of documents displayed for a loader, and of passages for a store. */
const FEW = 4

/**
 * The part of a plan that ends at one node. Throws INVALID_FLOW for a node that does not lead to the answer,
 * because it was not validated.
 */
export function planUntil(plan: Plan, nodeId: string): Plan {
  const ending = plan.steps.find(({ id }) => id === nodeId)
  if (!ending) {
    throw new AppError('INVALID_FLOW', 'Only nodes that lead to the answer can be run.')
  }
  if (ending === plan.ending) {
    return plan
  }
  const needed = leadingTo(plan, ending)
  return { ...plan, steps: plan.steps.filter(({ id }) => needed.has(id)), ending, isPart: true }
}

function leadingTo({ steps }: Plan, ending: Step): Set<string> {
  const needed = new Set([ending.id])
  for (const { id, needs } of steps.toReversed()) {
    if (needed.has(id)) {
      for (const each of needs) {
        needed.add(each)
      }
    }
  }
  return needed
}

type Pieces = AsyncGenerator<string, Answer | undefined>

/** Runs a handle on the question itself, to show the output of a node on its own. */
export async function* probe(handle: unknown, { question }: Turn): Pieces {
  if (typeof handle === 'string') {
    yield handle
    return undefined
  }
  if (typeof handle !== 'object' || handle === null) {
    return handle === undefined ? undefined : { json: handle as Json }
  }
  if ('stream' in handle) {
    yield* (handle as ChatModel).stream({ messages: [{ role: 'user', content: question }] })
    return undefined
  }
  if ('query' in handle) {
    yield* (handle as QueryEngine).query(question)
    return undefined
  }
  return { json: (await look(handle, question)) as Json }
}

async function look(handle: object, question: string): Promise<unknown> {
  if ('retrieve' in handle) {
    return (handle as Retriever).retrieve(question)
  }
  if ('search' in handle) {
    return (handle as VectorStore).search(question, { count: FEW })
  }
  if ('load' in handle) {
    return (await (handle as DocumentSource).load()).slice(0, FEW)
  }
  if ('read' in handle) {
    return (handle as Memory).read()
  }
  if ('ask' in handle) {
    return (handle as Chain).ask(question)
  }
  if ('embed' in handle) {
    const [vector = []] = await (handle as Embeddings).embed([question], 'query')
    return { dimensions: vector.length, first: vector.slice(0, FEW) }
  }
  if ('format' in handle) {
    const { variables, values } = handle as Prompt
    return { variables, values }
  }
  const tools = ([handle] as unknown[]).flat().filter(isTool)
  return tools.length > 0
    ? tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
    : handle
}

function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && 'call' in value && 'parameters' in value
}
