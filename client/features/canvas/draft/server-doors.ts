import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { FlowDraft, FlowHead, SavedVersion } from '#shared/flow-versions.ts'
import type { FlowType } from '#shared/flows.ts'

export type Written = { id: string; base: number; flowData: string; name?: string }

/** What is asked of the server about one flow's draft and versions. */
export type ServerDoors = {
  begin(input: {
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
 * Over the cache of mutations and not the bare client: a session that has ended is noticed there. Nobody here looks at how
 * one gets on, which would have the whole editor drawn anew with every draft that is saved.
 */
export function useServerDoors(): ServerDoors {
  const utils = trpc.useUtils()
  const queries = useQueryClient()
  return useMemo(() => {
    const over =
      <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
      (input: Input) =>
        queries.getMutationCache().build(queries, { mutationFn }).execute(input)
    const { flows } = utils.client
    return {
      begin: over(flows.begin.mutate),
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
