import {
  type CredentialNeed,
  describeFlow,
  type FlowDescription,
} from '#client/components/flow-import/describe-flow.ts'
import { leaveOut } from '#client/components/flow-import/leave-out.ts'
import type { Summaries } from '../store/catalogue.ts'
import { setCredential } from './edit.ts'
import { type Graph, readGraph, writeGraph } from './flow-graph.ts'
import { findJsonFault, type JsonFault } from './json-fault.ts'

/** Why a text cannot be taken in. */
export type ImportFault = { fault: 'json'; at: JsonFault } | { fault: 'notFlow' }

/** What a flow file would bring onto the canvas. */
export type FlowImport = FlowDescription & { graph: Graph }

/** Reads the text of a flow file. Every key of it is kept. */
export function readImport(text: string, name: string, kinds: Summaries): FlowImport | ImportFault {
  // Some editors begin a file with a mark that is no JSON.
  const plain = text.replace(/^\ufeff/, '')
  let graph: Graph
  try {
    graph = readGraph(plain, name)
  } catch {
    const at = findJsonFault(plain)
    return at ? { fault: 'json', at } : { fault: 'notFlow' }
  }
  return { graph, ...describeFlow(graph.nodes, kinds) }
}

/** The same without the nodes this server does not know. */
export function withoutMissing({ graph, missing }: FlowImport): Graph {
  return readGraph(JSON.stringify(leaveOut(writeGraph(graph), missing)), graph.name)
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
