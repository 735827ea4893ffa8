import { createItemFold } from '#server/engine/program/executed-items.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import type { RunEvent } from '#shared/runs.ts'
import { frame } from './chat-frames.ts'

/**
 * Frames of an agent flow's events, in the order Flowise sends them: the state of the flow, then for each node its
 * beginning, its text, its end and all visits so far. `earlier`: events of a run that is gone on with.
 */
export function createAgentFrames(earlier: readonly RunEvent[] = []): (event: RunEvent) => string {
  const fold = createItemFold()
  const labels = new Map<string, string>()
  for (const event of earlier) {
    fold.apply(event)
    if (event.type === 'node_started') {
      labels.set(event.nodeId, event.label)
    }
  }
  const next = (nodeId: string, status: string, error?: string) => {
    const nodeLabel = labels.get(nodeId) ?? nodeId
    return frame('nextAgentFlow', { nodeId, nodeLabel, status, ...(error !== undefined && { error }) })
  }
  const executed = () => frame('agentFlowExecutedData', fold.items())

  let opening = earlier.length > 0 ? frame('agentFlowEvent', 'INPROGRESS') : ''
  return (event) => {
    fold.apply(event)
    const text = opening + framesOf(event)
    opening = ''
    return text
  }

  function framesOf(event: RunEvent): string {
    switch (event.type) {
      case 'run_started':
      case 'run_claimed':
        return frame('agentFlowEvent', 'INPROGRESS')
      case 'node_started':
        labels.set(event.nodeId, event.label)
        return next(event.nodeId, 'INPROGRESS')
      case 'token':
        return frame('token', event.text)
      case 'thinking':
        return frame('thinking', event.text)
      case 'tool_called':
        return frame('calledTools', [{ tool: event.tool, toolInput: event.args }])
      case 'node_finished':
        return next(event.nodeId, 'FINISHED') + executed()
      case 'node_waiting':
        return next(event.nodeId, 'STOPPED')
      case 'node_failed':
        return next(event.nodeId, 'ERROR', event.message)
      case 'run_waiting': {
        const [wait] = event.waits
        const stopped = frame('agentFlowEvent', 'STOPPED')
        return executed() + stopped + (wait ? frame('action', actionOf(wait)) : '') + stopped
      }
      case 'run_finished':
        return frame('agentFlowEvent', 'FINISHED')
      case 'run_failed':
        return executed() + frame('agentFlowEvent', 'ERROR')
      case 'run_stopped':
        return executed() + frame('agentFlowEvent', 'TERMINATED')
      default:
        return ''
    }
  }
}
