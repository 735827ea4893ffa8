import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { Target } from '#shared/evaluations.ts'
import { countChanges, diffFlows, isSameFlow } from '#shared/flow-diff.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { EvaluationVersionRow } from './evaluations.table.ts'

/** Nodes that only moved change no answer. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || isSameFlow(countChanges(diffFlows(parseFlowFile(one), parseFlowFile(other))))
}

type Place = { userId: string; flowId: string; flows: Pick<FlowsService, 'versions'> }

/** The targets of an earlier run. An older version is found again by its file. */
export async function targetsOf(
  versions: readonly EvaluationVersionRow[],
  { userId, flowId, flows }: Place,
): Promise<Target[]> {
  const listed = await flows.versions.list(userId, flowId)
  return versions.map(({ kind, number, model }) => {
    const versionId = kind === 'version' ? listed.find((each) => each.number === number)?.id : undefined
    return { kind, ...(versionId && { versionId }), ...(model && { model }) }
  })
}
