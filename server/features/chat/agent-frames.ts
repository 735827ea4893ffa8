import type { Json } from '#server/engine/inputs.ts'
import { createItemFold } from '#server/engine/program/executed-items.ts'
import { nodeOf, type Program } from '#server/engine/program/program.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import { isRecord } from '#shared/json.ts'
import type { EventOf, RunEvent } from '#shared/runs.ts'
import { frame } from './chat-frames.ts'
import { hideFromVisitor, hideItemFromVisitor } from './visitor-reply.ts'

/** Each frame holds all visits so far, so sending one per step would grow with the square of the steps. */
const ITEMS_PAUSE_MS = 250

export type RunFrames = {
  framesOf(event: RunEvent): string
  /** Frames held back that may be sent now. */
  framesDue(): string
}

export type FrameSource = {
  program: Program
  /** Events of a run that is gone on with. */
  earlier?: readonly RunEvent[]
  isVisitor?: boolean | undefined
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/** What a step shows besides its text, in Flowise's order. */
const extras = ['usedTools', 'sourceDocuments', 'artifacts', 'fileAnnotations', 'usageMetadata'] as const

/**
 * Frames of a v2 agent flow, in Flowise's order: the state of the flow, then for each node its beginning, its text and
 * tools, its end, and all visits so far. Only the last node of a branch shows its text and its tools.
 */
export function createAgentFrames({
  program,
  earlier = [],
  isVisitor = false,
  now = () => performance.now(),
}: FrameSource): RunFrames {
  const fold = createItemFold()
  const labels = new Map<string, string>()
  let sentAt = Number.NEGATIVE_INFINITY
  let isHeldBack = false
  let opening = earlier.length > 0 ? frame('agentFlowEvent', 'INPROGRESS') : ''
  for (const event of earlier) {
    fold.apply(event)
    if (event.type === 'node_started') {
      labels.set(event.nodeId, event.label)
    }
  }

  const status = (nodeId: string, state: string, error?: string) => {
    const nodeLabel = labels.get(nodeId) ?? nodeId
    const why = error !== undefined && !isVisitor && { error }
    return frame('nextAgentFlow', { nodeId, nodeLabel, status: state, ...why })
  }

  function executed(): string {
    sentAt = now()
    isHeldBack = false
    const items = fold.items()
    return frame('agentFlowExecutedData', isVisitor ? items.map(hideItemFromVisitor) : items)
  }

  function framesDue(): string {
    return isHeldBack && now() - sentAt >= ITEMS_PAUSE_MS ? executed() : ''
  }

  function finished({ nodeId, value }: EventOf<'node_finished'>): string {
    isHeldBack = true
    return extrasOf(nodeId, value) + status(nodeId, 'FINISHED') + framesDue()
  }

  function extrasOf(nodeId: string, value: Json | undefined): string {
    if (!(isRecord(value) && nodeOf(program, nodeId).streams)) {
      return ''
    }
    const shown = isVisitor ? hideFromVisitor(value) : value
    return extras.map((name) => (hasContent(shown[name]) ? frame(name, shown[name]) : '')).join('')
  }

  function ended(state: string): string {
    return (isHeldBack ? executed() : '') + frame('agentFlowEvent', state)
  }

  /** Other steps call tools of their own as well, such as their request, which are no tools of a model. */
  const isAgent = (nodeId: string) => {
    const { streams, node } = nodeOf(program, nodeId)
    return streams && node.name === 'agentAgentflow'
  }

  function ownFrames(event: RunEvent): string {
    switch (event.type) {
      case 'run_started':
      case 'run_claimed':
        return frame('agentFlowEvent', 'INPROGRESS')
      case 'node_started':
        labels.set(event.nodeId, event.label)
        return status(event.nodeId, 'INPROGRESS')
      case 'token':
      case 'thinking':
        return frame(event.type, event.text)
      case 'tool_called':
        return isAgent(event.nodeId)
          ? frame('calledTools', [{ tool: event.tool, toolInput: event.args }])
          : ''
      case 'node_finished':
        return finished(event)
      case 'node_waiting':
        return status(event.nodeId, 'STOPPED')
      case 'node_failed':
        return status(event.nodeId, 'ERROR', event.message)
      case 'run_waiting': {
        const [wait] = event.waits
        const stopped = frame('agentFlowEvent', 'STOPPED')
        return executed() + stopped + (wait ? frame('action', actionOf(wait)) : '') + stopped
      }
      case 'run_finished':
        return ended('FINISHED')
      case 'run_failed':
        return executed() + frame('agentFlowEvent', 'ERROR')
      case 'run_stopped':
        return executed() + frame('agentFlowEvent', 'TERMINATED')
      default:
        return ''
    }
  }

  return {
    framesDue,
    framesOf(event) {
      fold.apply(event)
      const text = opening + ownFrames(event)
      opening = ''
      return text
    },
  }
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
}
