import {
  Bot,
  Braces,
  Brain,
  CirclePlay,
  Code,
  Database,
  GitBranch,
  Globe,
  Hand,
  Headset,
  type LucideIcon,
  MessageSquare,
  Repeat,
  RotateCcw,
  Workflow,
  Wrench,
} from 'lucide-react'
import { kindLabel, labelOfId, nodeText } from '#client/texts/node-texts.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import type { Kind } from '#shared/kinds.ts'
import type { GraphNode } from '../graph/flow-graph.ts'
import { readStepRows, type StepRow } from '../graph/step-condition.ts'

export type Chip = { kind: Kind; text: string }

type Bag = Readonly<Record<string, unknown>>

/**
 * The resources of a step, shown on its card because no wires lead to them. Order: model, memory, tools,
 * knowledge, others.
 */
export function chipsOf({ data }: Pick<GraphNode, 'data'>, labelOf = (name: string) => name): Chip[] {
  const { inputs } = data
  return [
    ...modelChips(inputs, labelOf),
    ...memoryChips(inputs),
    ...toolChips(inputs, labelOf),
    ...knowledgeChips(inputs, labelOf),
    ...otherChips(inputs),
  ]
}

const modelFields = ['llmModel', 'agentModel', 'conditionAgentModel', 'humanInputModel']

type LabelOf = (name: string) => string

function modelChips(inputs: Bag, labelOf: LabelOf): Chip[] {
  return modelFields.flatMap((field) => {
    const config = toRecord(inputs[`${field}Config`])
    const text = textOf(config.modelName) || textOf(config.model) || labelOf(textOf(inputs[field]))
    return text ? [{ kind: 'model' as const, text }] : []
  })
}

/** As in the form of the step. */
const memoryLabels: Readonly<Record<string, string>> = {
  allMessages: 'All Messages',
  windowSize: 'Window Size',
  conversationSummary: 'Conversation Summary',
  conversationSummaryBuffer: 'Conversation Summary Buffer',
}

function memoryChips(inputs: Bag): Chip[] {
  const field = ['llmEnableMemory', 'agentEnableMemory'].find((name) => isOn(inputs[name]))
  const size = textOf(inputs.llmMemoryWindowSize) || textOf(inputs.agentMemoryWindowSize)
  const type = textOf(inputs.llmMemoryType) || textOf(inputs.agentMemoryType)
  return field
    ? [
        {
          kind: 'memory',
          text:
            type === 'windowSize' && size
              ? numbered('last {number}', size)
              : nodeText(memoryLabels[type] ?? (type || 'memory')),
        },
      ]
    : []
}

function toolChips(inputs: Bag, labelOf: LabelOf): Chip[] {
  const named = listOf(inputs.agentTools).map((row) => {
    const config = toRecord(row.agentSelectedToolConfig)
    return textOf(config.toolName) || labelOf(textOf(row.agentSelectedTool))
  })
  return [...named, labelOf(textOf(inputs.toolAgentflowSelectedTool))]
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'tool', text }))
}

function knowledgeChips(inputs: Bag, labelOf: LabelOf): Chip[] {
  const stores = ['agentKnowledgeDocumentStores', 'retrieverKnowledgeDocumentStores'].flatMap((field) =>
    listOf(inputs[field]).map(({ documentStore }) => textOf(documentStore).split(':').at(-1) ?? ''),
  )
  const vectors = listOf(inputs.agentKnowledgeVSEmbeddings).map(
    ({ knowledgeName, vectorStore }) => textOf(knowledgeName) || labelOf(textOf(vectorStore)),
  )
  return [...stores, ...vectors].filter((text) => text !== '').map((text) => ({ kind: 'retriever', text }))
}

function otherChips(inputs: Bag): Chip[] {
  const state = listOf(inputs.startState).length
  const url = textOf(inputs.url)
  const texts = [
    state > 0 ? numbered('state: {number}', state) : '',
    url && `${textOf(inputs.method) || 'GET'} ${hostOf(url)}`,
    textOf(inputs.iterationInput),
    labelOfTarget(textOf(inputs.loopBackToNode)),
  ]
  return texts.filter((text) => text !== '').map((text) => ({ kind: 'value', text }))
}

function numbered(text: string, number: number | string): string {
  return nodeText(text).replace('{number}', String(number))
}

/** A loop stores its target as id and label. */
function labelOfTarget(target: string): string {
  const [id = '', ...label] = target.split('-')
  return labelOfId(id, label.join('-'))
}

const acronyms = new Set(['llm', 'http'])

function sentenceCase(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function kindNameOf({ name, type }: GraphNode['data']): string {
  // Files name the type in one word: HumanInput. Without it, there is the name: humanInputAgentflow.
  const word = typeof type === 'string' ? type : name.replace(/Agentflow$/, '')
  const spaced = word.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return kindLabel(name, acronyms.has(spaced) ? spaced.toUpperCase() : sentenceCase(spaced))
}

/** Names of the branches in the order of the outputs. Undefined for a step with one branch. */
export type Branch =
  | { name: string }
  | { condition: StepRow }
  | { fixed: 'proceed' | 'reject' | 'else' }
  | { number: number }

export function branchesOf({ data }: Pick<GraphNode, 'data'>): Branch[] | undefined {
  const { inputs } = data
  switch (data.name) {
    case 'humanInputAgentflow':
      return [{ fixed: 'proceed' }, { fixed: 'reject' }]
    case 'conditionAgentflow':
      return [...readStepRows(inputs.conditions).map((condition) => ({ condition })), { fixed: 'else' }]
    case 'conditionAgentAgentflow':
      return listOf(inputs.conditionAgentScenarios).map(({ scenario }, index) =>
        textOf(scenario) ? { name: textOf(scenario) } : { number: index + 1 },
      )
    default:
      return undefined
  }
}

/** Rich text fields store the markup of an editor. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.replaceAll(/<[^>]+>/g, '').trim()
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true'
}

function listOf(value: unknown): Bag[] {
  const list = typeof value === 'string' && value.startsWith('[') ? parseJson(value) : value
  return Array.isArray(list) ? list.map(toRecord) : []
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

const stepWidth = { default: 220, min: 132, max: 260 }
const [head, chipRow, branchRow, padding] = [46, 26, 26, 2]

/** The width stored in the file, within limits: other editors place cards by it. */
export function widthOfStep({ width }: GraphNode): number {
  const { min, max } = stepWidth
  return typeof width === 'number' ? Math.max(min, Math.min(max, width)) : stepWidth.default
}

/** The size of a card before it is measured: head 46, chips 20, branch rows 26. */
export function stepSize(node: GraphNode) {
  const chips = chipsOf(node).length
  const branches = branchesOf(node)?.length ?? 0
  return {
    width: widthOfStep(node),
    height: head + Math.ceil(chips / 2) * chipRow + branches * branchRow + padding,
  }
}

type Look = { kind: Kind; icon: LucideIcon }

/** Icons and kinds of control-flow steps by their names in files. Steps have no types to derive a colour from. */
const looks: Readonly<Record<string, Look>> = {
  startAgentflow: { kind: 'value', icon: CirclePlay },
  llmAgentflow: { kind: 'model', icon: Brain },
  agentAgentflow: { kind: 'agent', icon: Bot },
  conditionAgentflow: { kind: 'prompt', icon: GitBranch },
  conditionAgentAgentflow: { kind: 'prompt', icon: GitBranch },
  humanInputAgentflow: { kind: 'memory', icon: Hand },
  loopAgentflow: { kind: 'prompt', icon: RotateCcw },
  iterationAgentflow: { kind: 'agent', icon: Repeat },
  toolAgentflow: { kind: 'tool', icon: Wrench },
  httpAgentflow: { kind: 'tool', icon: Globe },
  retrieverAgentflow: { kind: 'retriever', icon: Database },
  customFunctionAgentflow: { kind: 'value', icon: Code },
  executeFlowAgentflow: { kind: 'agent', icon: Workflow },
  directReplyAgentflow: { kind: 'document', icon: MessageSquare },
  requestPersonAgentflow: { kind: 'memory', icon: Headset },
}

const unknown: Look = { kind: 'agent', icon: Braces }

export function lookOfStep(name: string): Look {
  return looks[name] ?? unknown
}
