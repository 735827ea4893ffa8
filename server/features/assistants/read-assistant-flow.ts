import { readStarters } from '#shared/assistant-starters.ts'
import type { AssistantDetails, AssistantKnowledge, AssistantPart } from '#shared/assistants.ts'
import { credentialOf, type FlowNode, parseFlowFile, referencedNode } from '#shared/flow-file.ts'

type Node = FlowNode['data']

/**
 * The form of an assistant from its flow, which is the only place that drafts and versions store. Undefined for a
 * flow without a tool agent, such as an empty one.
 */
export function readAssistantFlow(name: string, flowData: string): AssistantDetails | undefined {
  const file = parseFlowFile(flowData)
  const { nodes } = file
  const byId = new Map(nodes.map(({ id, data }) => [id, data]))
  const agent = nodes.find(({ data }) => data.name === 'toolAgent')?.data
  if (!agent) {
    return undefined
  }
  const follow = (value: unknown) => byId.get(referencedNode(value) ?? '')
  const { model, memory, tools, systemMessage } = agent.inputs
  const callable = [tools ?? []].flat().flatMap((value) => follow(value) ?? [])
  const chatModel = follow(model)
  const sources = callable.filter(isSearch)
  return {
    name,
    chatModel: chatModel ? partOf(chatModel) : null,
    instruction: textOf(systemMessage),
    documentStores: sources.flatMap((search) => knowledgeOf(search, follow(search.inputs.retriever)) ?? []),
    tools: callable.filter((tool) => !isSearch(tool)).map(partOf),
    memory: { turns: turnsOf(follow(memory)) },
    starterPrompts: readStarters(file) ?? null,
  }
}

const isSearch = ({ name }: Node) => name === 'retrieverTool'
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function partOf(data: Node): AssistantPart {
  const { FLOWISE_CREDENTIAL_ID: _, ...inputs } = data.inputs
  const credential = credentialOf(data)
  return { name: data.name, label: data.label, inputs, ...(credential && { credential }) }
}

function knowledgeOf(search: Node, source: Node | undefined): AssistantKnowledge | undefined {
  const kind = source?.name === 'documentPool' ? 'pool' : 'store'
  const id = textOf(kind === 'pool' ? source?.inputs.pool : source?.inputs.selectedStore)
  const { name, description, returnSourceDocuments } = search.inputs
  return id
    ? {
        id,
        name: textOf(name),
        description: textOf(description),
        returnSourceDocuments: returnSourceDocuments === true || returnSourceDocuments === 'true',
        kind,
      }
    : undefined
}

function turnsOf(memory: Node | undefined): number | null {
  const turns = memory?.name === 'bufferWindowMemory' ? Number(memory.inputs.k) : Number.NaN
  return Number.isInteger(turns) && turns >= 1 ? turns : null
}
