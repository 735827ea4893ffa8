import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { AppError } from '#shared/errors.ts'

/** NOT_FOUND also for another's flow. */
export async function ownFlow(
  flows: Pick<FlowsService, 'find'>,
  userId: string,
  id: string,
): Promise<FlowRow> {
  const flow = await flows.find(id)
  return flow.userId === userId ? flow : refuseUnknown()
}

export function refuseUnknown(): never {
  throw new AppError('NOT_FOUND', 'This flow does not exist.')
}
