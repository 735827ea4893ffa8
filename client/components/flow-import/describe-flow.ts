import { type FlowNode, isNote } from '#shared/flow-file.ts'
import type { FlowType } from '#shared/flows.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'

export type CredentialNeed = { kinds: readonly string[]; label: string; nodes: readonly string[] }

export type FlowDescription = {
  type: FlowType
  /** Node kinds this server does not have. */
  missing: readonly string[]
  /** Labels of node kinds with a newer version in the file than on this server. */
  newer: readonly string[]
  needs: readonly CredentialNeed[]
}

type Known = Pick<NodeSummary, 'label' | 'version' | 'credential'>

export function describeFlow(
  nodes: ReadonlyMap<string, FlowNode>,
  templates: ReadonlyMap<string, Known>,
): FlowDescription {
  const all = [...nodes.values()].filter((node) => !isNote(node))
  const newer = all.flatMap(({ data }) => {
    const template = templates.get(data.name)
    return template && Number(data.version) > template.version ? [template.label] : []
  })
  return {
    type: typeOf(all),
    missing: [...new Set(all.map(({ data }) => data.name))].filter((kind) => !templates.has(kind)),
    newer: [...new Set(newer)],
    needs: needsOf(nodes, templates),
  }
}

/** Control-flow steps make an agent flow; agents that pass a state make a multi-agent flow. */
function typeOf(nodes: readonly FlowNode[]): FlowType {
  if (nodes.length > 0 && nodes.every(({ type }) => type === 'agentFlow' || type === 'iteration')) {
    return 'AGENTFLOW'
  }
  return nodes.some(({ data }) => /^(Multi|Sequential) Agents$/.test(String(data.category)))
    ? 'MULTIAGENT'
    : 'CHATFLOW'
}

function needsOf(
  nodes: ReadonlyMap<string, FlowNode>,
  templates: ReadonlyMap<string, Known>,
): CredentialNeed[] {
  const needs = [...nodes].flatMap(([id, { data }]) => {
    const target = templates.get(data.name)?.credential
    return target && !target.optional ? [{ id, kinds: target.credentialNames }] : []
  })
  const groups = Map.groupBy(needs, ({ kinds }) => kinds.join(' '))
  return [...groups.values()].map((members) => ({
    kinds: members[0]?.kinds ?? [],
    label: members[0]?.kinds[0] ?? '',
    nodes: members.map(({ id }) => id),
  }))
}

/** `Returns desk Chatflow.json` becomes the flow "Returns desk". */
export function nameOfFile(fileName: string): string {
  const name = fileName.replace(/\.json$/i, '').replace(/ (Chatflow|Agents)( \(\d+\))?$/, '')
  return name.trim().slice(0, 255)
}
