import type { Imported } from './flow-import-dialog.tsx'
import { asImported, type ImportIssue, readFlowFile } from './read-flow-file.ts'

/** A file of steps, with the engine it is for; a plain chat flow is taken too, as what it is. */
export async function readAgentFile(file: File): Promise<Imported | { fault: ImportIssue }> {
  const read = await readFlowFile(file)
  if (!('fault' in read)) {
    const isMulti = read.file.nodes.some(({ data }) =>
      /^(Sequential|Multi) Agents$/.test(String(data.category)),
    )
    return { ...read, type: isMulti ? 'MULTIAGENT' : 'CHATFLOW' }
  }
  // The list of chat flows refuses these; here they are what is looked for.
  return read.fault === 'agentFlow' ? asImported(file.name, await file.text(), 'AGENTFLOW') : read
}
