import { useMemo, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { FlowDraft, FlowHead, SavedVersion } from '#shared/flow-versions.ts'

export type Written = { id: string; base: number; flowData: string; name?: string }

/** What is asked of the server about one flow's draft and versions. */
export type ServerDoors = {
  begin(input: { name: string; flowData: string }): Promise<FlowDraft>
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

/** Over mutations and not the bare client: a session that has ended is noticed there. */
export function useServerDoors(): ServerDoors {
  const utils = trpc.useUtils()
  const doors = {
    begin: trpc.flows.begin.useMutation(),
    save: trpc.flows.saveDraft.useMutation(),
    saveVersion: trpc.flows.versions.save.useMutation(),
    keepVersion: trpc.flows.versions.keep.useMutation(),
    publish: trpc.flows.publish.useMutation(),
    publishVersion: trpc.flows.versions.publish.useMutation(),
    restore: trpc.flows.versions.restore.useMutation(),
  }
  const latest = useRef(doors)
  latest.current = doors

  return useMemo(
    () => ({
      begin: (input) => latest.current.begin.mutateAsync(input),
      head: (id) => utils.flows.head.fetch({ id }, { staleTime: 0 }),
      draft: (id) => utils.flows.draft.fetch({ id }, { staleTime: 0 }),
      save: (input) => latest.current.save.mutateAsync(input),
      saveVersion: (input) => latest.current.saveVersion.mutateAsync(input),
      keepVersion: (input) => latest.current.keepVersion.mutateAsync(input),
      publish: (input) => latest.current.publish.mutateAsync(input),
      publishVersion: (input) => latest.current.publishVersion.mutateAsync(input),
      restore: (input) => latest.current.restore.mutateAsync(input),
    }),
    [utils],
  )
}
