import type { Imported } from './flow-import-dialog.tsx'
import { asImported, type ImportIssue, readFlowFile } from './read-flow-file.ts'

/** Reads an agent flow file with its engine; a plain chatflow is imported as a chatflow. */
export async function readAgentFile(file: File): Promise<Imported | { issue: ImportIssue }> {
  const read = await readFlowFile(file)
  if (!('issue' in read)) {
    const isMulti = read.file.nodes.some(({ data }) =>
      /^(Sequential|Multi) Agents$/.test(String(data.category)),
    )
    return { ...read, type: isMulti ? 'MULTIAGENT' : 'CHATFLOW' }
  }
  return read.issue === 'agentFlow' ? asImported(file.name, await file.text(), 'AGENTFLOW') : read
}
