import type { Texts } from '#client/texts/texts.tsx'

export type ImportFault = keyof Texts['flows']['importFaults']
type Read = { name: string; flowData: string } | { fault: ImportFault }

const MOST_BYTES = 20_000_000

/** What a dropped or chosen file holds: a flow under the file's name, or why it is none. */
export async function readFlowFile(file: File): Promise<Read> {
  if (!/\.json$/i.test(file.name)) {
    return { fault: 'notJson' }
  }
  if (file.size > MOST_BYTES) {
    return { fault: 'tooLarge' }
  }
  const flowData = await file.text()
  const fault = findFault(flowData)
  return fault ? { fault } : { name: nameOf(file.name), flowData }
}

export function findFault(text: string): ImportFault | undefined {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return 'unreadable'
  }
  const nodes =
    typeof content === 'object' && content !== null && 'nodes' in content ? content.nodes : undefined
  if (!Array.isArray(nodes)) {
    return 'noFlow'
  }
  return nodes.some(isAgentNode) ? 'agentFlow' : undefined
}

function isAgentNode(node: unknown) {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'agentFlow'
}

/** `Returns desk Chatflow.json` → `Returns desk`. */
export function nameOf(fileName: string) {
  const name = fileName.replace(/\.json$/i, '').replace(/ (Chatflow|Agents)( \(\d+\))?$/, '')
  return name.trim().slice(0, 255) || fileName
}
