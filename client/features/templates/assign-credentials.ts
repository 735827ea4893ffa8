import type { FlowFile } from '#shared/flow-file.ts'

type Param = { type?: unknown; credentialNames?: unknown }

/**
 * Returns the flow file with the chosen credential set in each node of its kind. Nodes without a choice stay
 * empty.
 */
export function assignCredentials(flowData: string, chosen: ReadonlyMap<string, string>): string {
  const file = JSON.parse(flowData) as FlowFile
  const nodes = file.nodes.map((node) => {
    const id = kindsOf(node.data.inputParams)
      .map((kind) => chosen.get(kind))
      .find((each) => each !== undefined && each !== '')
    return id === undefined ? node : { ...node, data: { ...node.data, credential: id } }
  })
  return JSON.stringify({ ...file, nodes })
}

function kindsOf(params: unknown): string[] {
  const list = Array.isArray(params) ? (params as Param[]) : []
  const names = list.find(({ type }) => type === 'credential')?.credentialNames
  return Array.isArray(names) ? names.map(String) : []
}
