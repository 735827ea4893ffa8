import type { Catalogue } from '#server/engine/check-flow.ts'
import type { LoadPorts, NodeDefinition } from '#server/engine/define-node.ts'
import { indexedOnFirstUse } from '#shared/check-known.ts'
import { isRecord, parseJson, toRecord } from '#shared/json.ts'
import { paramTypes } from '#shared/nodes.ts'

type Data = Readonly<Record<string, unknown>>

type ListRequest = {
  /** Nodes that lead to the edited one, as their `data`. */
  previousNodes: readonly Data[]
  ports: LoadPorts
}
export type Option = { label: string; name: string; description?: string }
type List = (request: ListRequest) => Option[] | Promise<Option[]>

/** Options of steps, which cannot import the catalogue themselves. */
export function createStepLists(catalogue: Catalogue): Readonly<Record<string, List>> {
  const nodes = [...catalogue.values()].filter(({ tags = [] }) => !tags.includes('LlamaIndex'))
  const listWhere = (fits: (node: NodeDefinition) => boolean) => () => nodes.filter(fits).map(toOption)
  return {
    listModels: listWhere(({ category }) => category === 'Chat Models'),
    listEmbeddings: listWhere(({ category }) => category === 'Embeddings'),
    listVectorStores: listWhere(
      ({ name, category, outputs = {} }) =>
        category === 'Vector Stores' && 'retriever' in outputs && !indexedOnFirstUse.has(name),
    ),
    // A tool that needs another node cannot be configured in a form.
    listTools: listWhere((node) => /^Tools\b/.test(node.category) && !needsLink(node)),
    // Flowise's value names the store, too.
    async listStores({ ports }) {
      const stores = (await ports.listDocumentStores?.()) ?? []
      return stores.map(({ id, name, description }) => ({
        ...{ label: name, name: `${id}:${name}` },
        ...(description && { description }),
      }))
    },
    listRuntimeStateKeys: ({ previousNodes }) => previousNodes.flatMap(stateKeysOf),
    listPreviousNodes: ({ previousNodes }) => previousNodes.flatMap(toTarget),
    async listFlows({ ports }) {
      const flows = (await ports.listFlows?.()) ?? []
      return flows.map(({ id, name }) => ({ label: name, name: id }))
    },
  }
}

function toOption({ name, label, description }: NodeDefinition): Option {
  return { name, label, description }
}

function needsLink({ inputs }: NodeDefinition): boolean {
  return Object.values(inputs).some(
    ({ type, optional }) => !(optional || paramTypes.has(type) || type === 'file'),
  )
}

function stateKeysOf({ name, inputs }: Data): Option[] {
  const stored = name === 'startAgentflow' ? toRecord(inputs).startState : undefined
  const rows = typeof stored === 'string' ? parseJson(stored) : stored
  const keys = (Array.isArray(rows) ? rows : []).map((row: unknown) => toRecord(row).key)
  return keys.flatMap((key) => (typeof key === 'string' && key !== '' ? [{ label: key, name: key }] : []))
}

/** The value of a loop's target is `<node id>-<label>`. Nothing jumps to a start or a note. */
function toTarget({ id, name, label }: Data): Option[] {
  const isStep = typeof id === 'string' && !/^(?:startAgentflow|stickyNoteAgentflow)$/.test(String(name))
  const shown = typeof label === 'string' && label !== '' ? label : String(id)
  return isStep ? [{ label: shown, name: `${id}-${shown}`, description: id }] : []
}

/** Names of the arguments of a tool, from its schema. */
export function argumentsOf(parameters: unknown): Option[] {
  const { properties } = toRecord(parameters)
  return Object.entries(toRecord(properties)).map(([name, property]) => {
    const description = isRecord(property) ? property.description : undefined
    return { label: name, name, ...(typeof description === 'string' && { description }) }
  })
}
