import type { FlowDraft } from '#shared/flow-versions.ts'
import type { DeviceDraft } from './draft-store.ts'

/**
 * Which of the two a canvas opens, the newest by revision. `server`: with the steps of the device where they lead to the very same
 * state. `device`: the server has not seen it yet. `both`: it was worked on here and elsewhere.
 */
export type Choice = { from: 'server'; steps: DeviceDraft | undefined } | { from: 'device' | 'both' }

export function chooseDraft(server: Pick<FlowDraft, 'revision'>, device: DeviceDraft | undefined): Choice {
  if (!device || device.synced) {
    const fits = device?.base === server.revision
    return { from: 'server', steps: fits ? device : undefined }
  }
  return { from: device.base === server.revision ? 'device' : 'both' }
}
