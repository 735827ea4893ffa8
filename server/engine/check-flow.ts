import { credentialOf, type FlowFile, type FlowNode, isNote, referencedNode } from '#shared/flow-file.ts'
import type { FlowIssue } from '#shared/flows.ts'
import { isShown } from '#shared/nodes.ts'
import type { NodeDefinition } from './define-node.ts'
import type { Input } from './inputs.ts'
import { isField, isReadable, valueOrDefault, withDefaults } from './read-inputs.ts'

export type Catalogue = ReadonlyMap<string, NodeDefinition>

/** Everything that would keep these nodes from running, one entry per node at fault, one sentence per field. */
export function checkNodes(nodes: readonly FlowNode[], flow: FlowFile, catalogue: Catalogue): FlowIssue[] {
  return nodes.flatMap((node) => {
    const { id, data } = node
    const definition = catalogue.get(data.name)
    const label = data.label || definition?.label || data.name
    const issues = definition
      ? checkNode(node, definition, sourcesOf(node, flow))
      : [`This server has no kind of node named ${data.name}`]
    return issues.length > 0 ? [{ id, label, name: data.name, issues }] : []
  })
}

/** All nodes of a flow, with those that are connected to nothing (facts/engine.md E16). */
export function checkFlow(flow: FlowFile, catalogue: Catalogue): FlowIssue[] {
  const nodes = flow.nodes.filter((node) => !isNote(node))
  const faults = new Map(checkNodes(nodes, flow, catalogue).map((issue) => [issue.id, issue]))
  const linked = new Set(flow.edges.flatMap(({ source, target }) => [source, target]))
  for (const { id, data } of nodes) {
    if (nodes.length > 1 && !linked.has(id)) {
      const issue = faults.get(id) ?? { id, label: data.label, name: data.name, issues: [] }
      faults.set(id, { ...issue, issues: ['This node is not connected to anything', ...issue.issues] })
    }
  }
  return [...faults.values()]
}

/** Nodes that an edge leads from: a reference alone connects nothing. */
function sourcesOf({ id }: FlowNode, { nodes, edges }: FlowFile): ReadonlySet<string> {
  const present = new Set(nodes.map((node) => node.id))
  return new Set(
    edges.flatMap(({ source, target }) => (target === id && present.has(source) ? [source] : [])),
  )
}

function checkNode({ data }: FlowNode, definition: NodeDefinition, sources: ReadonlySet<string>): string[] {
  const values = withDefaults(definition.inputs, data.inputs)
  const fields = Object.entries(definition.inputs)
    .filter(([, input]) => isShown(input, values))
    .flatMap(([name, input]) => checkInput(input, data.inputs[name], sources) ?? [])
  const needsCredential = definition.credential && !definition.credentialOptional && !credentialOf(data)
  return needsCredential ? [`${definition.credential?.label} credential is required`, ...fields] : fields
}

function checkInput(input: Input, stored: unknown, sources: ReadonlySet<string>): string | undefined {
  const value = valueOrDefault(input, stored)
  if (value === undefined) {
    return input.optional ? undefined : `${input.label} is required`
  }
  if (!isField(input.type)) {
    const lost = [value].flat().find((each) => !sources.has(referencedNode(each) ?? ''))
    return lost === undefined ? undefined : `${input.label} names a node that is not connected`
  }
  return isReadable(input, value) ? undefined : `${input.label} is not valid`
}
