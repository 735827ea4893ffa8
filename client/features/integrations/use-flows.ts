import { trpc } from '#client/api/trpc.ts'
import type { FlowSummary } from '#shared/flows.ts'

const none: readonly FlowSummary[] = []

/** All flows of the user that can answer in a chat. */
export function useFlows(): readonly FlowSummary[] {
  const chat = trpc.flows.summaries.useQuery({ type: 'CHATFLOW' })
  const agents = trpc.flows.summaries.useQuery({ type: 'AGENT' })
  const all = [...(chat.data ?? none), ...(agents.data ?? none)]
  return all
}
