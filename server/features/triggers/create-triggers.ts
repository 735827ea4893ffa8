import type { Store } from '#server/db/store.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { FlowAccess } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import { createScheduleFiring } from './fire-schedules.ts'
import { createTriggersService } from './triggers.service.ts'
import { createCallbacks } from './webhook-callbacks.ts'
import { createWebhookSecrets } from './webhook-secrets.ts'
import { createWebhooksService } from './webhooks.service.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  sealing: Parameters<typeof createWebhookSecrets>[0]
  /** Rejects addresses of internal networks. */
  fetch: typeof globalThis.fetch
  flows: FlowsService
  runs: RunsService
  chat: Pick<ChatService, 'trigger' | 'readReply'>
  access: FlowAccess
  limits: AttemptLimits
}

/** Flows that start by themselves: by a schedule, or by a request of another service. */
export function createTriggers({ sealing, chat: { trigger, readReply }, ...deps }: Deps) {
  const { startOf } = deps.flows
  const secrets = createWebhookSecrets(sealing)
  const schedules = createScheduleFiring({ ...deps, startOf, trigger })
  const callbacks = createCallbacks({ ...deps, startOf, readReply })
  const webhooks = createWebhooksService({
    ...{ ...deps, startOf, secrets, readReply, trigger },
    sendCallbacks: callbacks.sendDue,
  })

  /** Starts what is due. Called every few seconds in every process. Returns the number of started runs. */
  async function tick(): Promise<number> {
    const started = await schedules.fire()
    await callbacks.sendDue()
    return started
  }

  return { ...createTriggersService({ ...deps, startOf, secrets }), receive: webhooks.receive, tick }
}
