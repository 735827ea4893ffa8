import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import type { Texts } from '#client/texts/texts.tsx'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import type { FlowType } from '#shared/flows.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import type { Imported } from './flow-import-dialog.tsx'

export type ImportIssue = keyof Texts['flows']['importFaults']
type Read = Imported | { issue: ImportIssue }

const MAX_BYTES = 20_000_000

export async function readFlowFile(file: File): Promise<Read> {
  if (!/\.json$/i.test(file.name)) {
    return { issue: 'notJson' }
  }
  if (file.size > MAX_BYTES) {
    return { issue: 'tooLarge' }
  }
  // Some editors write a byte order mark, which is not JSON.
  const text = (await file.text()).replace(/^\ufeff/, '')
  const issue = findIssue(text)
  return issue ? { issue } : asImported(file.name, text, 'CHATFLOW')
}

/** Preserves every key of the file; only the required parts of a node are validated. */
export function asImported(
  fileName: string,
  text: string,
  type: FlowType,
): Imported | { issue: ImportIssue } {
  try {
    const checked = parseFlowFile(text)
    const { nodes, edges, ...rest } = JSON.parse(text) as FlowFile
    const { description } = rest
    const named = nodes.map((node, index) => ({
      ...node,
      data: { ...node.data, inputs: checked.nodes[index]?.data.inputs ?? {} },
    }))
    return {
      name: nameOfFile(fileName) || fileName,
      ...(typeof description === 'string' && { description: description.slice(0, 500) }),
      type,
      file: { ...rest, nodes: named, edges },
    }
  } catch {
    return { issue: 'noFlow' }
  }
}

function findIssue(text: string): ImportIssue | undefined {
  const content = parseJson(text)
  if (content === undefined) {
    return 'unreadable'
  }
  const { nodes } = toRecord(content)
  if (!Array.isArray(nodes)) {
    return 'noFlow'
  }
  return nodes.some((node) => toRecord(node).type === 'agentFlow') ? 'agentFlow' : undefined
}
