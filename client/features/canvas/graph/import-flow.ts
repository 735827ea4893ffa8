import { credentialOf, isNote } from '#shared/flow-file.ts'
import type { FlowType } from '#shared/flows.ts'
import { setCredential } from './edit.ts'
import { type Graph, readGraph, type Templates } from './flow-graph.ts'
import { findJsonFault, type JsonFault } from './json-fault.ts'

/** Why a text cannot be taken in. */
export type ImportFault = { fault: 'json'; at: JsonFault } | { fault: 'notFlow' }

/** A credential some nodes of a file need and do not bring. */
export type CredentialNeed = { kinds: readonly string[]; label: string; nodes: readonly string[] }

/** What a flow file would bring onto the canvas. */
export type FlowImport = {
  graph: Graph
  type: FlowType
  /** Kinds of node this server does not have. */
  missing: readonly string[]
  /** Labels of kinds that are newer in the file than here. */
  newer: readonly string[]
  needs: readonly CredentialNeed[]
}

/** Reads the text of a flow file. Every key of it is kept. */
export function readImport(text: string, name: string, templates: Templates): FlowImport | ImportFault {
  // Some editors begin a file with a mark that is no JSON.
  const plain = text.replace(/^\ufeff/, '')
  let graph: Graph
  try {
    graph = readGraph(plain, name)
  } catch {
    const at = findJsonFault(plain)
    return at ? { fault: 'json', at } : { fault: 'notFlow' }
  }
  const nodes = [...graph.nodes.values()].filter((node) => !isNote(node))
  const newer = nodes.flatMap(({ data }) => {
    const template = templates.get(data.name)
    return template && Number(data.version) > template.version ? [template.label] : []
  })
  return {
    graph,
    type: typeOf(graph),
    missing: [...new Set(nodes.map(({ data }) => data.name))].filter((kind) => !templates.has(kind)),
    newer: [...new Set(newer)],
    needs: needsOf(graph, templates),
  }
}

/** Steps of control flow make an agent flow, agents that pass a state on the older kind of one. */
function typeOf({ nodes }: Graph): FlowType {
  const all = [...nodes.values()].filter((node) => !isNote(node))
  if (all.length > 0 && all.every(({ type }) => type === 'agentFlow' || type === 'iteration')) {
    return 'AGENTFLOW'
  }
  return all.some(({ data }) => /^(Multi|Sequential) Agents$/.test(String(data.category)))
    ? 'MULTIAGENT'
    : 'CHATFLOW'
}

function needsOf({ nodes }: Graph, templates: Templates): CredentialNeed[] {
  const needs = [...nodes].flatMap(([id, { data }]) => {
    const wanted = templates.get(data.name)?.credential
    return wanted && !wanted.optional
      ? [{ id, kinds: wanted.credentialNames, stored: credentialOf(data) }]
      : []
  })
  const groups = Map.groupBy(needs, ({ kinds }) => kinds.join(' '))
  return [...groups.values()].map((members) => ({
    kinds: members[0]?.kinds ?? [],
    label: members[0]?.kinds[0] ?? '',
    nodes: members.map(({ id }) => id),
  }))
}

/** A graph whose nodes use the chosen credentials, by the first kind each of them takes. */
export function fillCredentials(
  graph: Graph,
  needs: readonly CredentialNeed[],
  chosen: ReadonlyMap<string, string>,
): Graph {
  return needs.reduce((filled, { label, nodes }) => {
    const credential = chosen.get(label)
    return credential ? nodes.reduce((each, id) => setCredential(each, id, credential), filled) : filled
  }, graph)
}

/** `Returns desk Chatflow.json` is the flow "Returns desk". */
export function nameOfFile(fileName: string): string {
  const name = fileName.replace(/\.json$/i, '').replace(/ (Chatflow|Agents)( \(\d+\))?$/, '')
  return name.trim().slice(0, 255)
}
