import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { Target } from '#shared/evaluations.ts'
import type { Estimate } from '#shared/runs.ts'
import type { EvaluationVersionRow } from './evaluations.table.ts'
import { modelOf, replaceModel } from './replace-model.ts'

type Deps = {
  newId: NewId
  flows: Pick<FlowsService, 'published' | 'versions' | 'drafts'>
  chat: Pick<ChatService, 'estimateVersion'>
}

export type ReadVersion = { row: Omit<EvaluationVersionRow, 'evaluationId'>; estimate: Estimate }

/** The files of the versions to evaluate, as they are now: a draft may change while its evaluation runs. */
export function createVersionReader({ newId, flows, chat }: Deps) {
  /** The live version comes first, because the others are compared with the first one. Throws INVALID_FLOW. */
  async function read(flow: FlowRow, targets: readonly Target[]): Promise<ReadVersion[]> {
    const ordered = targets.toSorted((one, other) => rankOf(one) - rankOf(other))
    const found: ReadVersion[] = []
    for (const [position, target] of ordered.entries()) {
      found.push(await readOne(flow, target, position))
    }
    return found
  }

  async function readOne(flow: FlowRow, target: Target, position: number): Promise<ReadVersion> {
    const { number, changes, flowData } = await contentOf(flow, target)
    const file = target.model ? replaceModel(flowData, target.model) : flowData
    const row = {
      // The version id of its runs as well: in the form that drafts have there.
      ...{ id: `${flow.id}@${newId()}`, position, kind: target.kind, number, changes, flowData: file },
      ...{ model: target.model ?? null, modelName: '' },
    }
    const estimate = await chat.estimateVersion(flow, row)
    const [line] = estimate.lines
    const modelName = line?.model || (line && modelOf(file, line.nodeId)) || ''
    return { row: { ...row, modelName }, estimate }
  }

  async function contentOf(flow: FlowRow, { kind, versionId }: Target) {
    const { published, newest, changes } = await flows.drafts.head(flow.userId, flow.id)
    if (kind === 'draft') {
      const { flowData } = await flows.drafts.open(flow.userId, flow.id)
      return { flowData, number: newest, changes }
    }
    if (kind === 'published') {
      return { flowData: await flows.published(flow), number: published?.number ?? null, changes: null }
    }
    const version = (await flows.versions.list(flow.userId, flow.id)).find(({ id }) => id === versionId)
    if (!version) {
      throw new AppError('NOT_FOUND', 'This version does not exist any more.')
    }
    const { flowData } = await flows.versions.get(flow.userId, flow.id, version.id)
    return { flowData, number: version.number, changes: null }
  }

  return { read }
}

function rankOf({ kind, model }: Target) {
  return (kind === 'published' ? 0 : kind === 'version' ? 2 : 4) + (model ? 1 : 0)
}
