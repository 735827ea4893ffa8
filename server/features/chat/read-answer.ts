import type { Prediction } from '#shared/chat.ts'
import { isRecord } from '#shared/json.ts'
import type { WaitAnswer } from '#shared/runs.ts'

export type ReceivedAnswer = { answer: WaitAnswer; waitId?: string; nodeId?: string }

/**
 * Reads the reply to a run that waits for input. Clients of agent flows send `humanInput`; clients of older
 * flows send `action`, with the label of the pressed button as the question. Undefined for an ordinary
 * question, including one typed instead of pressing a button.
 */
export function readAnswer({ humanInput, action, question }: Prediction): ReceivedAnswer | undefined {
  if (humanInput) {
    const { type, feedback, startNodeId } = humanInput
    return {
      answer: { type, ...(feedback !== undefined && { feedback }) },
      ...(startNodeId && { nodeId: startNodeId }),
    }
  }
  const { approve, reject } = isRecord(action?.mapping) ? action.mapping : {}
  const type = question === approve ? 'proceed' : question === reject ? 'reject' : undefined
  return type && { answer: { type }, ...(action?.id && { waitId: action.id }) }
}
