import { LRUCache } from 'lru-cache'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { TriggerKind } from '#shared/triggers.ts'
import type { PlanReads } from './plan-reads.ts'

const MAX_STARTS = 500

const kinds: Readonly<Record<string, TriggerKind>> = { webhookTrigger: 'webhook', scheduleInput: 'schedule' }

/** `kind`: null for a flow that is asked. */
export type FlowStart = { kind: TriggerKind | null; inputs: Readonly<Record<string, unknown>> }

/** Start nodes of published versions, which never change. */
export function createFlowStarts({ published }: Pick<PlanReads, 'published'>) {
  const starts = new LRUCache<string, FlowStart>({ max: MAX_STARTS })

  /** Throws INVALID_FLOW for a flow that has not been published. */
  return async function startOf(version: { versionId: string }): Promise<FlowStart> {
    const known = starts.get(version.versionId)
    if (known) {
      return known
    }
    const { nodes } = parseFlowFile(await published(version))
    const { inputs = {} } = nodes.find(({ data }) => data.name === 'startAgentflow')?.data ?? {}
    const start = { kind: kinds[String(inputs.startInputType)] ?? null, inputs }
    starts.set(version.versionId, start)
    return start
  }
}

export type StartOf = ReturnType<typeof createFlowStarts>
