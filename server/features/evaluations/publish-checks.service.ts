import type { z } from 'zod'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { publishReportInput, saveGateInput } from '#shared/evaluations.ts'
import type { PublishGateService } from './publish-gate.service.ts'

type Deps = { flows: Pick<FlowsService, 'findOwn' | 'drafts'>; publishGate: PublishGateService }

/** The publish checks of a user's own flows. */
export function createPublishChecks({ flows, publishGate }: Deps) {
  async function get(userId: string, flowId: string) {
    return publishGate.get((await flows.findOwn(userId, flowId)).id)
  }

  async function save(userId: string, { flowId, ...gate }: z.output<typeof saveGateInput>) {
    return publishGate.save(await flows.findOwn(userId, flowId), gate)
  }

  async function report(userId: string, { flowId, flowData }: z.output<typeof publishReportInput>) {
    const flow = await flows.findOwn(userId, flowId)
    return publishGate.report(flow, flowData ?? (await flows.drafts.open(userId, flowId)).flowData)
  }

  return { get, save, report }
}
