import type { FlowType } from '#shared/flows.ts'
import { type ImportFault, readFlowFile } from './read-flow-file.ts'

type Read = { name: string; flowData: string; type: FlowType } | { fault: ImportFault }

/** A file of steps, with the engine it is for; a plain chat flow is taken too, as what it is. */
export async function readAgentFile(file: File): Promise<Read> {
  const read = await readFlowFile(file)
  if (!('fault' in read)) {
    return {
      ...read,
      type: /"category":\s*"(?:Sequential|Multi) Agents"/.test(read.flowData) ? 'MULTIAGENT' : 'CHATFLOW',
    }
  }
  // The list of chat flows refuses these; here they are what is looked for.
  if (read.fault !== 'agentFlow') {
    return read
  }
  const name = file.name.replace(/\.json$/i, '').replace(/ (?:Agents|Chatflow)$/i, '')
  return { name: name || 'Agent flow', flowData: await file.text(), type: 'AGENTFLOW' }
}
