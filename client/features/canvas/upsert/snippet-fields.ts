import { MAX_FIELDS, type UpsertRequest } from '#client/components/upsert-snippet.ts'
import type { Graph, Templates } from '../graph/flow-graph.ts'
import type { UpsertStore } from '../graph/upsert-stores.ts'

type Value = string | number | boolean
type Options = { graph: Graph; templates: Templates; isOnlyStore: boolean }

/** An example request: a file if a loader reads one, the store among several, then values the flow has now. */
export function requestOf(
  { id: stopNodeId, nodes }: UpsertStore,
  { graph, templates, isOnlyStore }: Options,
): Omit<UpsertRequest, 'url'> {
  const inputs = [...nodes].flatMap((id) => {
    const { name: kind = '', inputs: given = {} } = graph.nodes.get(id)?.data ?? {}
    const declared = templates.get(kind)?.inputs ?? []
    return declared.map(({ name, type }) => ({ name, type, value: given[name] }))
  })
  const isForm = inputs.some(({ type }) => type === 'file')
  const examples = inputs.flatMap(({ name, type, value }): [string, Value][] =>
    isExample(value, type) ? [[name, value]] : [],
  )
  const store = isOnlyStore ? {} : { stopNodeId }
  const room = MAX_FIELDS - Object.keys(store).length - (isForm ? 1 : 0)
  // The first node wins where several have a field of one name.
  const values = Object.fromEntries([...new Map(examples.toReversed())].toReversed().slice(0, room))
  return isForm
    ? { file: 'document.pdf', fields: { ...store, ...values } }
    : { fields: { ...store, ...(Object.keys(values).length > 0 && { overrideConfig: values }) } }
}

const MAX_LENGTH = 60

function isExample(value: unknown, type: string): value is Value {
  const isShort = typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH
  const isPlain =
    (isShort && !value.includes('{{')) || typeof value === 'number' || typeof value === 'boolean'
  return isPlain && ['string', 'number', 'boolean', 'options'].includes(type)
}
