import { createStore, type StoreApi } from 'zustand'
import { toAppError } from '#client/api/errors.ts'
import { logWarning } from '#client/api/log.ts'
import type { AppError } from '#shared/errors.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { FlowDraft, FlowHead } from '#shared/flow-versions.ts'
import { type Graph, readGraph, type Viewport, writeGraph } from '../graph/flow-graph.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { kindsOf } from '../store/catalogue.ts'
import { isDirty, typeOf } from '../store/document.ts'
import { sizesOf } from '../store/view.ts'
import { createDraftCommands, type DraftApi } from './draft-commands.ts'
import { createMirror } from './draft-store.ts'
import { findStored, hasUploads, nameUploads } from './stored-uploads.ts'
import { firstState, type SyncState } from './sync-store.ts'
export type SyncDeps = {
  start: Partial<SyncState>
  canvas: CanvasStore
  server: DraftApi
  owner: () => string | undefined
  /** False after sign-out or a switch of users: a draft must not be saved to another user's account. */
  isOwnerHere: () => boolean
  viewport: () => Viewport
  /** Called before the URL of a new flow is shown. */
  onCreated: (id: string) => void
  /** Another session's changes were loaded; the canvas had no unsaved ones. */
  onTaken: (by: FlowHead) => void
  /** The lists of flows and versions are stale. */
  onChanged: () => void
  /** Errors that a retry cannot fix. An expired session is handled elsewhere. */
  onRejected: (error: AppError) => void
}

/** Maximum number of recent writes remembered to recognize a draft as our own after a lost response. */
const MAX_SENT = 3

/**
 * Keeps the open flow and the server's draft in sync: every change is stored on the device at once and sent to the
 * server after a pause. Writes are sequential, since each names the revision created by the previous one.
 */
export function createSync(deps: SyncDeps) {
  const { canvas, server } = deps
  const store: StoreApi<SyncState> = createStore(() => ({ ...firstState, ...deps.start }))
  const mirror = createMirror({ ...deps, write: textOf, base: () => store.getState().head?.revision ?? 0 })
  let queue: Promise<unknown> = Promise.resolve()
  let silent = false
  let channel: BroadcastChannel | undefined
  /** Recently sent texts: a response may be lost although the server has the draft. */
  let sent: string[] = []
  let graphSent = canvas.getState().graph

  function textOf(graph: Graph = canvas.getState().graph): string {
    const sizes = sizesOf(canvas.getState().flowNodes)
    return JSON.stringify(writeGraph(graph, { viewport: deps.viewport(), sizes }))
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }

  function adopt(head: FlowHead, id: string, revision: number) {
    const { markSaved } = canvas.getState()
    markSaved({ id, type: typeOf(canvas.getState()), updatedDate: String(head.updatedDate) }, revision)
    store.setState({ head, status: 'idle', theirs: undefined })
    void storeLocally()
    deps.onChanged()
    announce(id, head.revision)
    const held = graphSent
    if (hasUploads(held)) {
      void inTurn(() => adoptStoredNames(id, head.revision, held)).catch((error) =>
        logWarning('Stored files keep their contents here.', error),
      )
    }
  }

  /** Replaces uploads by the server's references; otherwise every save would send the files again. */
  async function adoptStoredNames(id: string, revision: number, sentGraph: Graph) {
    const draft = await server.draft(id)
    const stored = findStored(sentGraph, parseFlowFile(draft.flowData))
    // After another session's save, the references may mean other files.
    if (stored.size > 0 && draft.revision === revision) {
      const { graph, history, rewrite } = canvas.getState()
      const named = nameUploads(graph, history, stored)
      rewrite(named.graph, named.history)
      await storeLocally()
    }
  }

  async function storeLocally() {
    store.setState({ stored: await mirror.save() })
  }

  function announce(id: string, revision: number) {
    channel?.postMessage({ id, revision })
  }

  function draftOf(id: string) {
    const { head } = store.getState()
    graphSent = canvas.getState().graph
    const { name } = graphSent
    return { id, base: head?.revision ?? 0, flowData: textOf(), ...(head && name !== head.name && { name }) }
  }

  async function createFlow() {
    const { graph, history, newType: type, newConfig: chatbotConfig } = canvas.getState()
    graphSent = graph
    const startedFlow = await server.create({ name: graph.name, flowData: textOf(), type, chatbotConfig })
    await mirror.forgetNew()
    adopt(startedFlow, startedFlow.id, history.revision)
    deps.onCreated(startedFlow.id)
    // Until `adopt`, drafts were stored under the key of a new flow: this removes those written during the
    // request.
    void mirror.forgetNew()
    return startedFlow.id
  }

  async function send(): Promise<boolean> {
    const { saved, history } = canvas.getState()
    if (store.getState().status === 'conflict') {
      return false
    }
    if (saved && !isDirty(canvas.getState())) {
      return true
    }
    if (!deps.isOwnerHere()) {
      await storeLocally()
      return false
    }
    store.setState({ status: 'busy' })
    try {
      if (saved) {
        const input = draftOf(saved.id)
        sent = [...sent, input.flowData].slice(-MAX_SENT)
        adopt(await server.save(input), saved.id, history.revision)
      } else {
        await createFlow()
      }
      return true
    } catch (error) {
      await fail(error)
      return false
    }
  }

  async function fail(error: unknown) {
    const rejected = toAppError(error)
    const id = canvas.getState().saved?.id
    if (rejected.code === 'CONFLICT' && id !== undefined) {
      await meet(id)
      return
    }
    if (rejected.code === 'CHECKS_FAILED') {
      // The draft itself is unharmed.
      store.setState({ status: 'idle' })
      deps.onRejected(rejected)
      return
    }
    await storeLocally()
    const away = rejected.code === 'UPSTREAM_FAILED' || rejected.code === 'UNAVAILABLE'
    store.setState({ status: away ? 'offline' : 'failed' })
    if (!away && rejected.code !== 'UNAUTHENTICATED') {
      deps.onRejected(rejected)
    }
  }

  /** Another session has saved, and there are unsaved changes here. */
  async function meet(id: string) {
    await storeLocally()
    try {
      const theirs = await server.draft(id)
      if (sent.includes(theirs.flowData)) {
        // The draft is our own write, whose response was lost.
        sent = []
        store.setState({ head: theirs, status: 'idle' })
        await send()
        return
      }
      store.setState({ theirs, status: 'conflict' })
      canvas.getState().put({ dialog: 'conflict' })
    } catch (error) {
      logWarning('What somebody else has saved could not be read.', error)
      store.setState({ status: 'offline' })
    }
  }

  async function show(draft: FlowDraft) {
    const graph = readGraph(draft.flowData, draft.name)
    // The server already has the draft, so it is shown even before templates of new kinds have loaded.
    await canvas
      .getState()
      .ensureTemplates(kindsOf(graph))
      .catch((error) => logWarning('The templates of some nodes could not be loaded.', error))
    silent = true
    canvas.getState().act({ name: 'load', count: graph.nodes.size }, () => graph)
    silent = false
    adopt(draft, draft.id, canvas.getState().history.revision)
  }

  /** Checks whether another session has saved. */
  async function look() {
    const id = canvas.getState().saved?.id
    const { head, status } = store.getState()
    if (id === undefined || status === 'conflict' || status === 'busy') {
      return
    }
    const now = await server.head(id)
    if (now.revision === (store.getState().head ?? head)?.revision) {
      store.setState({ head: now })
    } else if (isDirty(canvas.getState())) {
      await meet(id)
    } else {
      const draft = await server.draft(id)
      await show(draft)
      deps.onTaken(draft)
    }
  }

  function listen(): () => void {
    if (typeof BroadcastChannel === 'undefined') {
      return () => undefined
    }
    const opened = new BroadcastChannel('flowtill-drafts')
    channel = opened
    opened.addEventListener('message', ({ data }) => {
      const { id, revision } = data as { id?: string; revision?: number }
      if (id === canvas.getState().saved?.id && revision !== store.getState().head?.revision) {
        void inTurn(look).catch((error) => logWarning('Another tab could not be followed.', error))
      }
    })
    return () => {
      opened.close()
      channel = undefined
    }
  }

  const core = { canvas, server, store, deps, inTurn, adopt, fail, createFlow, show, draftOf, textOf }
  return {
    store,
    mirror,
    storeLocally,
    listen,
    textOf,
    /** True while the sync itself changes the canvas: such changes are not user actions. */
    isSilent: () => silent,
    send: () => inTurn(send),
    look: () => inTurn(look),
    ...createDraftCommands(core),
  }
}

export type Sync = ReturnType<typeof createSync>
