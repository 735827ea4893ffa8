import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StoreApi } from 'zustand'
import { toAppError } from '#client/api/errors.ts'
import { logWarning } from '#client/api/log.ts'
import { trpc } from '#client/api/trpc.ts'
import type { FlowDraft, FlowHead, SavedVersion } from '#shared/flow-versions.ts'
import type { FlowType } from '#shared/flows.ts'
import type { Graph } from '../graph/flow-graph.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { isDirty, typeOf } from '../store/document.ts'
import type { SyncDeps } from './sync.ts'
import type { SyncState } from './sync-store.ts'

/** What the commands need of the sync. */
type Core = {
  canvas: CanvasStore
  server: DraftApi
  store: StoreApi<SyncState>
  deps: Pick<SyncDeps, 'isOwnerHere' | 'onChanged' | 'onRejected'>
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
  adopt(head: FlowHead, id: string, revision: number): void
  fail(error: unknown): Promise<void>
  createFlow(): Promise<string>
  show(draft: FlowDraft): Promise<void>
  draftOf(id: string): Written
  textOf(graph?: Graph): string
}

/** What users do with versions and conflicts. Commands run one at a time, after the writes that are pending. */
export function createDraftCommands(core: Core) {
  const { canvas, server, store, deps, inTurn, adopt, fail, createFlow, show, draftOf, textOf } = core

  /** Runs one command in its turn. Undefined when it failed; the error has been shown by then. */
  async function run<Result>(work: (id: string) => Promise<Result>): Promise<Result | undefined> {
    canvas.getState().flushDrafts()
    return inTurn(async () => {
      if (store.getState().status === 'conflict') {
        canvas.getState().put({ dialog: 'conflict' })
        return undefined
      }
      if (!deps.isOwnerHere()) {
        return undefined
      }
      store.setState({ status: 'busy' })
      try {
        const id = canvas.getState().saved?.id ?? (await createFlow())
        return await work(id)
      } catch (error) {
        await fail(error)
        return undefined
      }
    })
  }

  const revision = () => canvas.getState().history.revision

  return {
    saveVersion: () =>
      run(async (id) => {
        const at = revision()
        const head = await server.saveVersion(draftOf(id))
        adopt(head, id, at)
        return head
      }),

    /** Stores the flow about to be replaced as a version. */
    keepVersion(before: Graph, reason: 'before-replace' | 'before-sync') {
      const id = canvas.getState().saved?.id
      if (id !== undefined) {
        const flowData = textOf(before)
        void inTurn(() => server.keepVersion({ id, flowData, reason }))
          .then(deps.onChanged)
          .catch((error) => logWarning('What was replaced is kept in the steps alone.', error))
      }
    },

    publish: (message?: string) =>
      run(async (id) => {
        const at = revision()
        const head = await server.publish({ ...draftOf(id), ...(message && { message }) })
        adopt(head, id, at)
        return head.published?.number
      }),

    publishVersion: (versionId: string) =>
      run(async (id) => {
        if (isDirty(canvas.getState())) {
          const at = revision()
          adopt(await server.save(draftOf(id)), id, at)
        }
        const at = revision()
        const head = await server.publishVersion({ id, versionId })
        adopt(head, id, at)
        return head.published?.number
      }),

    restore: (versionId: string) =>
      run(async (id) => {
        const { base, flowData } = draftOf(id)
        const draft = await server.restore({ id, versionId, base, flowData })
        await show(draft)
        return draft
      }),

    takeTheirs() {
      const { theirs } = store.getState()
      if (theirs) {
        void show(theirs)
      }
    },

    /** Their draft is stored as a version. */
    keepMine: () =>
      inTurn(async () => {
        const { theirs } = store.getState()
        if (!theirs) {
          return false
        }
        const at = revision()
        store.setState({ status: 'busy', head: theirs })
        try {
          const input = { ...draftOf(theirs.id), name: canvas.getState().graph.name }
          adopt(await server.save({ ...input, keepsOther: true }), theirs.id, at)
          return true
        } catch (error) {
          await fail(error)
          return false
        }
      }),

    /** Saves the local draft as a new flow and loads the other session's. Returns the id of the copy. */
    saveCopy: (name: string) =>
      inTurn(async () => {
        const { theirs } = store.getState()
        try {
          const copy = await server.create({ name, flowData: textOf(), type: typeOf(canvas.getState()) })
          if (theirs) {
            await show(theirs)
          }
          return copy.id
        } catch (error) {
          deps.onRejected(toAppError(error))
          return undefined
        }
      }),
  }
}

type Written = { id: string; base: number; flowData: string; name?: string }

/** The server's procedures about one flow's draft and versions. */
export type DraftApi = {
  create(input: {
    name: string
    flowData: string
    type: FlowType
    chatbotConfig?: string | undefined
  }): Promise<FlowDraft>
  head(id: string): Promise<FlowHead>
  draft(id: string): Promise<FlowDraft>
  save(input: Written & { keepsOther?: boolean }): Promise<FlowHead>
  saveVersion(input: Written): Promise<SavedVersion>
  keepVersion(input: {
    id: string
    flowData: string
    reason: 'before-replace' | 'before-sync'
  }): Promise<unknown>
  publish(input: Written & { message?: string }): Promise<FlowHead>
  publishVersion(input: { id: string; versionId: string }): Promise<FlowHead>
  restore(input: { id: string; versionId: string; base: number; flowData: string }): Promise<FlowDraft>
}

/**
 * Through the mutation cache, because an expired session is noticed there; without its hooks, which would rerender the whole
 * editor with every save.
 */
export function useDraftApi(): DraftApi {
  const utils = trpc.useUtils()
  const queries = useQueryClient()
  return useMemo(() => {
    const over =
      <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
      (input: Input) =>
        queries.getMutationCache().build(queries, { mutationFn }).execute(input)
    const { flows } = utils.client
    return {
      create: over(flows.begin.mutate),
      head: (id) => utils.flows.head.fetch({ id }, { staleTime: 0 }),
      draft: (id) => utils.flows.draft.fetch({ id }, { staleTime: 0 }),
      save: over(flows.saveDraft.mutate),
      saveVersion: over(flows.versions.save.mutate),
      keepVersion: over(flows.versions.keep.mutate),
      publish: over(flows.publish.mutate),
      publishVersion: over(flows.versions.publish.mutate),
      restore: over(flows.versions.restore.mutate),
    }
  }, [utils, queries])
}
