import { LRUCache } from 'lru-cache'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { TriggerKind } from '#shared/triggers.ts'

const MAX_STARTS = 500

const kinds: Readonly<Record<string, TriggerKind>> = { webhookTrigger: 'webhook', scheduleInput: 'schedule' }

export type TriggerStart = { kind: TriggerKind | null; inputs: Readonly<Record<string, unknown>> }

/** Start nodes of published versions, which never change. */
export function createTriggerStarts({ published }: Pick<FlowsService, 'published'>) {
  const starts = new LRUCache<string, TriggerStart>({ max: MAX_STARTS })

  /** Throws INVALID_FLOW for a flow that has not been published. */
  return async function startOf(version: { versionId: string }): Promise<TriggerStart> {
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

export type StartOf = ReturnType<typeof createTriggerStarts>
