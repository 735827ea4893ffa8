import { credentialOf } from '#shared/flow-file.ts'
import { type FollowUpProvider, followUpNames, followUpProviders } from '#shared/flow-section-kinds.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { type ModelChoice, noModelChosen } from '#shared/writing.ts'
import type { Graph, GraphNode } from '../graph/flow-graph.ts'

type Bag = Readonly<Record<string, unknown>>

/** Steps keep the model they use among their own fields, and its form beside it. */
const modelFields = ['llmModel', 'agentModel', 'conditionAgentModel', 'humanInputModel']

/** The model of the first node of a canvas that has a credential; undefined where there is none one could ask. */
export function choiceOnCanvas({ nodes }: Graph): ModelChoice | undefined {
  for (const node of nodes.values()) {
    const found = [ownChoice(node), ...modelFields.map((field) => stepChoice(node, field))].find(Boolean)
    if (found) {
      return found
    }
  }
  return undefined
}

function ownChoice({ data }: GraphNode) {
  return choiceOf(data.name, data.inputs, credentialOf(data))
}

function stepChoice({ data: { inputs } }: GraphNode, field: string) {
  const form = inputs[`${field}Config`]
  const isForm = typeof form === 'object' && form !== null && !Array.isArray(form)
  return isForm ? choiceOf(inputs[field], form as Bag, undefined) : undefined
}

function choiceOf(name: unknown, inputs: Bag, credential: unknown): ModelChoice | undefined {
  const provider = followUpNames.find((word) => followUpProviders[word].node === name)
  const credentialId = [credential, inputs.FLOWISE_CREDENTIAL_ID, inputs.credential].map(textOf).find(Boolean)
  const modelName = textOf(inputs.modelName)
  return provider && credentialId && modelName
    ? { provider, credentialId, modelName, baseUrl: provider === 'ollama' ? textOf(inputs.baseUrl) : '' }
    : undefined
}

/** A provider with the model a fresh node of it has: `template` is that node's. */
export function choiceOfProvider(
  provider: FollowUpProvider,
  template: NodeTemplate | undefined,
): ModelChoice {
  const input = template?.inputs.find(({ name }) => name === 'modelName')
  return { ...noModelChosen, provider, modelName: textOf(input?.default) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' && !value.includes('{{') ? value.trim() : ''
}
