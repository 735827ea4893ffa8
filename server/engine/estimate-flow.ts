import { credentialOf } from '#shared/flow-file.ts'
import type { DefaultModelChoice } from './call-context.ts'
import type { AnyCall } from './define-node.ts'
import { countReceived } from './estimate.ts'
import type { Plan, Step } from './plan-flow.ts'
import type { PlannedNode } from './planned-node.ts'
import type { EmbeddingSettings, ModelSettings, Ports } from './ports.ts'
import { readInputs } from './read-inputs.ts'
import { platformProvider } from './record-model.ts'
import { modelCategories } from './shared-credential.ts'

export type ModelWork = {
  nodeId: string
  label: string
  /** Empty when the node does not declare it without a run. */
  provider: string
  model: string
  paidBy: 'platform' | 'owner'
  calls: { typical: number; worst: number }
  /** Per call. */
  input: { typical: number; worst: number }
  output: { typical: number; worst: number | undefined }
  /** A chat model without model-specific options: another model of the same provider can replace it. */
  takesOthers: boolean
  sees: boolean
}

export const question = 40
export const pastTurns = { typical: 300, worst: 4_000 }
const passage = 250
const passages = 4
export const toolSpec = 120
const defaultAnswer = 300

export type Openers = Pick<Ports, 'credential' | 'defaultModel'>

/**
 * All models leading to the answer, with their expected work. No model is called: nodes are built against
 * recording ports.
 */
export async function estimateFlow(plan: Plan, open: Openers): Promise<ModelWork[]> {
  const models = plan.steps.filter(({ node }) => modelCategories.has(node.category))
  return Promise.all(models.map((step) => estimateModel(step, plan, open)))
}

function estimateModel(step: Step, plan: Plan, open: Openers): Promise<ModelWork> {
  const holders = plan.steps
    .filter(({ needs }) => needs.includes(step.id))
    .map((holder) => workOf(holder, plan))
  return describeModel(step, plan.steps, sumOf(holders.length > 0 ? holders : [workOf(step, plan)]), open)
}

/** The work of one model. `parts`: the nodes that may be connected to it. */
export async function describeModel(
  step: PlannedNode,
  parts: readonly PlannedNode[],
  work: Work,
  open: Openers,
): Promise<ModelWork> {
  const { id: nodeId, label, node } = step
  const { settings, platform, isDefault } = await settingsOf(step, parts, open)
  const { provider = '', model = '' } = settings ?? {}
  const paidBy = platform || provider === platformProvider ? 'platform' : 'owner'
  const named = { nodeId, label, provider, model, paidBy } as const
  if (node.category === 'Embeddings') {
    const once = { typical: 1, worst: 1 }
    return {
      ...named,
      calls: once,
      input: { typical: question, worst: 200 },
      output: { typical: 0, worst: 0 },
      takesOthers: false,
      sees: false,
    }
  }
  const max = settings && 'maxOutputTokens' in settings ? settings.maxOutputTokens : undefined
  const output = { typical: Math.min(max ?? defaultAnswer, defaultAnswer), worst: max }
  const isPlain = !isDefault && settings !== undefined && isDefaultValue(settings)
  return {
    ...named,
    ...work,
    output,
    takesOthers: node.category === 'Chat Models' && isPlain,
    sees: settings !== undefined && 'sees' in settings && settings.sees === true,
  }
}

/** True for the provider's own URL and without model-specific options, such as thinking budgets. */
function isDefaultValue(settings: ModelSettings | EmbeddingSettings): boolean {
  const { customBaseUrl, providerOptions } = { customBaseUrl: undefined, providerOptions: {}, ...settings }
  return !customBaseUrl && Object.keys(providerOptions ?? {}).length === 0
}

export type Work = { calls: { typical: number; worst: number }; input: { typical: number; worst: number } }

function sumOf(works: Work[]): Work {
  const calls = {
    typical: works.reduce((sum, { calls }) => sum + calls.typical, 0),
    worst: works.reduce((sum, { calls }) => sum + calls.worst, 0),
  }
  const typical = works.reduce((sum, { calls, input }) => sum + calls.typical * input.typical, 0)
  return {
    calls,
    input: {
      typical: Math.ceil(typical / Math.max(1, calls.typical)),
      worst: Math.max(...works.map(({ input }) => input.worst)),
    },
  }
}

function workOf(holder: Step, plan: Plan): Work {
  const parts = partsOf(holder, plan)
  const promptTokens = parts.reduce((sum, { data }) => sum + countReceived(textsOf(data.inputs)), question)
  const memory = parts.some(({ node }) => node.category === 'Memory') ? pastTurns : { typical: 0, worst: 0 }
  const found = parts.filter(({ node }) => /Retrievers|Vector Stores/.test(node.category)).map(passagesOf)
  const read = found.length > 0 ? Math.max(...found) * passage : 0
  const tools = parts.filter(({ node }) => node.category.startsWith('Tools')).length
  const known = promptTokens + read + tools * toolSpec
  return {
    // One call to decide and one to answer; each tool may add another.
    calls: { typical: tools > 0 ? 2 : 1, worst: tools > 0 ? tools + 3 : 1 },
    input: { typical: known + memory.typical, worst: known + memory.worst + read },
  }
}

/** The node and the sources of its prompt. Models and loaders are estimated separately. */
function partsOf(holder: Step, { steps }: Plan): Step[] {
  const own = steps.filter(({ id, node }) => holder.needs.includes(id) && !modelCategories.has(node.category))
  return [holder, ...own.flatMap((step) => (step.node.run ? [] : [step]))]
}

function passagesOf({ data }: Step) {
  const target = Number(data.inputs.topK ?? data.inputs.k ?? passages)
  return Number.isFinite(target) && target > 0 ? target : passages
}

function textsOf(inputs: Record<string, unknown>): string {
  return Object.values(inputs)
    .filter((value): value is string => typeof value === 'string' && !value.startsWith('{{'))
    .join('\n')
}

type Found = {
  settings: ModelSettings | EmbeddingSettings | undefined
  platform: boolean
  /** Changing the default model affects other flows as well. */
  isDefault: boolean
}

/** Builds the node against recording ports: the settings it requests are the ones it would use. */
async function settingsOf(step: PlannedNode, parts: readonly PlannedNode[], open: Openers): Promise<Found> {
  const { node, data, label } = step
  const captured: { settings?: ModelSettings | EmbeddingSettings } = {}
  let platform = false
  let isDefault = false
  try {
    const credentialId = node.credential && credentialOf(data)
    const opened = credentialId ? await open.credential(credentialId, node.credential?.name ?? '') : undefined
    platform = opened?.platform ?? false
    const turn = { question: '', flowId: '', chatId: '', sessionId: '', messageId: '', vars: {} }
    const scope = { node: label, turn, built: new Map(parts.map(({ id }) => [id, {}])) }
    const listen = (settings: ModelSettings | EmbeddingSettings) => {
      captured.settings = settings
      return {}
    }
    const listenToDefault = async (choice: DefaultModelChoice) => {
      const { settings } = await open.defaultModel()
      platform = true
      isDefault = true
      return listen({
        ...settings,
        ...(choice.maxOutputTokens && { maxOutputTokens: choice.maxOutputTokens }),
      })
    }
    const call = {
      inputs: readInputs(node.inputs, data.inputs, scope),
      credential: opened && node.credential && readInputs(node.credential.inputs, opened.values, scope),
      turn,
      signal: new AbortController().signal,
      label,
      shared: new Map(),
      ports: { chatModel: listen, embeddings: listen, defaultModel: listenToDefault },
      // Other ports are missing; a node that needs them has no known price.
    } as unknown as AnyCall
    const chosen = data.outputs?.output
    const output = node.outputs?.[typeof chosen === 'string' ? chosen : '']
    await (output?.build ?? Object.values(node.outputs ?? {})[0]?.build ?? node.build)?.(call)
  } catch {
    // The build may fail; settings recorded before remain valid.
  }
  return { settings: captured.settings, platform, isDefault }
}
