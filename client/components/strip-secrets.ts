import { isRecord, toRecord } from '#shared/json.ts'

type Bag = Record<string, unknown>

export type FlowContents = { nodes: unknown[]; edges: unknown[] }

const secretTypes = new Set(['password', 'file', 'folder'])

/**
 * A flow without secrets, for sharing: removes credential ids wherever nodes refer to them, and values of
 * password, file and folder fields.
 */
export function stripSecrets({ nodes, edges }: FlowContents): FlowContents {
  return { nodes: nodes.map(stripNode), edges }
}

function stripNode(node: unknown): unknown {
  if (!(isRecord(node) && isRecord(node.data))) {
    return node
  }
  const { credential: _, ...data } = node.data
  const params = asList(data.inputParams)
  return {
    ...node,
    selected: false,
    data: {
      ...data,
      inputs: stripInputs(toRecord(data.inputs), params),
      selected: false,
    },
  }
}

/** `params` describe the fields; those of an `array` field describe the fields of its rows. */
export function stripInputs(inputs: Bag, params: readonly unknown[]): Bag {
  const described = new Map(params.filter(isRecord).map((param) => [param.name, param]))
  return Object.fromEntries(
    Object.entries(inputs)
      .filter(([name]) => !secretTypes.has(String(described.get(name)?.type)))
      .map(([name, value]) => [name, stripRows(dropCredentialIds(value), asList(described.get(name)?.array))])
      .filter(([name]) => name !== CREDENTIAL_ID),
  )
}

function stripRows(value: unknown, params: unknown[]): unknown {
  return Array.isArray(value) && params.length > 0
    ? value.map((row: unknown) => (isRecord(row) ? stripInputs(row, params) : row))
    : value
}

const CREDENTIAL_ID = 'FLOWISE_CREDENTIAL_ID'

function dropCredentialIds(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(dropCredentialIds)
  }
  if (!isRecord(value)) {
    return value
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== CREDENTIAL_ID)
      .map(([key, inner]) => [key, dropCredentialIds(inner)]),
  )
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
