import type { FlowFile, FlowNode } from '#shared/flow-file.ts'
import type { CredentialNeed } from './describe-flow.ts'

export function fillCredentials(
  file: FlowFile,
  needs: readonly CredentialNeed[],
  chosen: ReadonlyMap<string, string>,
): FlowFile {
  const target = new Map(needs.flatMap(({ label, nodes }) => nodes.map((id) => [id, chosen.get(label)])))
  return { ...file, nodes: file.nodes.map((node) => withCredential(node, target.get(node.id))) }
}

function withCredential(node: FlowNode, credential: string | undefined): FlowNode {
  if (!credential) {
    return node
  }
  const { FLOWISE_CREDENTIAL_ID: _, ...inputs } = node.data.inputs
  return { ...node, data: { ...node.data, inputs, credential } }
}
