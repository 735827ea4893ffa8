import type { FlowDraft } from '#shared/flow-versions.ts'
import type { FlowType } from '#shared/flows.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { startName } from '#shared/step-traits.ts'
import { newAgentFlow } from '../agent/add-step.ts'
import { emptyGraph, readGraph } from '../graph/flow-graph.ts'
import { type CanvasStore, createCanvasStore } from '../store/canvas-store.ts'
import type { Summaries, TemplateSource } from '../store/catalogue.ts'
import type { DeviceDraft } from './draft-store.ts'

export type Opened = {
  store: CanvasStore
  server: FlowDraft | undefined
  /** Time of the changes only this device had. */
  restored: string | undefined
  /** Saved elsewhere, while this device has its own changes. */
  theirs: FlowDraft | undefined
  /** A draft of a flow that was never saved: the user decides, because they may want a new flow. */
  offered: DeviceDraft | undefined
}

type Sources = {
  server: FlowDraft | undefined
  device: DeviceDraft | undefined
  summaries: Summaries
  templates: readonly NodeTemplate[]
  source: TemplateSource
  untitled: string
  newType: FlowType
  startLabel: string
}

/** A revision the server never has. */
const NEVER = -1

/** Opens the newer of the server's and the device's draft. Throws INVALID_FLOW for an unreadable flow. */
export function openFlow({ server, device, summaries, templates, source, ...fresh }: Sources): Opened {
  const store = createCanvasStore()
  store.getState().setCatalogue(summaries, source)
  store.getState().setTemplates(templates)
  store.getState().put({ palette: innerWidth >= 900 })
  if (!server) {
    store.setState({ newType: fresh.newType })
    store.getState().open(newGraph({ ...fresh, templates }), undefined)
    return { store, server, restored: undefined, theirs: undefined, offered: device }
  }

  const choice = chooseDraft(server, device)
  const shown = choice.from === 'server' ? server : (device ?? server)
  const mark = { id: server.id, type: server.type, updatedDate: String(server.updatedDate) }
  store.getState().open(readGraph(shown.flowData, shown.name), mark)
  const steps = choice.from === 'server' ? choice.steps : device
  if (steps?.history) {
    store.setState({ history: steps.history, savedRevision: steps.savedRevision ?? NEVER })
  } else if (choice.from !== 'server') {
    store.setState({ savedRevision: NEVER })
  }
  if (choice.from === 'server') {
    store.setState(({ history }) => ({ savedRevision: history.revision }))
  }
  return {
    store,
    server,
    restored: choice.from === 'device' ? device?.at : undefined,
    theirs: choice.from === 'both' ? server : undefined,
    offered: undefined,
  }
}

/** An agent flow requires a start. */
function newGraph({
  newType,
  untitled,
  startLabel,
  templates,
}: Omit<Sources, 'server' | 'device' | 'summaries' | 'source'>) {
  const start = templates.find(({ name }) => name === startName)
  return newType === 'AGENTFLOW'
    ? readGraph(newAgentFlow(startLabel, start), untitled)
    : { ...emptyGraph, name: untitled }
}

/**
 * Which draft the canvas opens, by revision. `server`: with the device's undo steps if they lead to the same
 * state. `device`: not sent to the server yet. `both`: changed on this device and elsewhere.
 */
export type Choice = { from: 'server'; steps: DeviceDraft | undefined } | { from: 'device' | 'both' }

export function chooseDraft(
  server: Pick<FlowDraft, 'revision' | 'name' | 'flowData'>,
  device: DeviceDraft | undefined,
): Choice {
  if (!device || device.synced) {
    const fits = device?.base === server.revision
    return { from: 'server', steps: fits ? device : undefined }
  }
  // The page was closed before the response to its last save came.
  if (device.flowData === server.flowData && device.name === server.name) {
    return { from: 'server', steps: device }
  }
  return { from: device.base === server.revision ? 'device' : 'both' }
}
