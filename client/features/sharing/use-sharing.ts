import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import type { FlowSections } from '#shared/flow-sections.ts'
import type { FlowHead } from '#shared/flow-versions.ts'
import type { ShareInput, Sharing } from '#shared/sharing.ts'
import { isOpen, type OverrideRow, toRows } from './snippets/override-fields.ts'

export type SharedState = {
  sharing: Sharing
  head: FlowHead
  sections: FlowSections
  fields: (OverrideRow & { isOpen: boolean })[]
  /** Keys that may call flows; undefined for users who cannot have keys. */
  keys: ApiKey[] | undefined
}

/** Where callers and visitors reach this installation. */
export function baseUrlOf({ baseUrl }: Sharing) {
  return baseUrl ?? location.origin
}

export function useSharedState(id: string) {
  const sharing = trpc.sharing.get.useQuery({ id })
  const head = trpc.flows.head.useQuery({ id })
  const config = trpc.flows.config.useQuery({ id })
  const fields = trpc.flows.overridable.useQuery({ id })
  const isAdmin = useUser()?.role === 'ADMIN'
  const keys = trpc.apiKeys.list.useQuery(undefined, { enabled: isAdmin })
  const queries = [sharing, head, config, fields, ...(isAdmin ? [keys] : [])]
  return {
    data: join({ sharing, head, config, fields }, isAdmin ? keys.data : 'none'),
    error: queries.find(({ error }) => error)?.error,
    isPending: queries.some(({ isPending }) => isPending),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

type Part<Data> = { data: Data | undefined }
type Parts = {
  sharing: Part<Sharing>
  head: Part<FlowHead>
  config: Part<{ sections: FlowSections }>
  fields: Part<Parameters<typeof toRows>[0]>
}

function join(
  { sharing, head, config, fields }: Parts,
  keys: ApiKey[] | 'none' | undefined,
): SharedState | undefined {
  if (!(sharing.data && head.data && config.data && fields.data && keys)) {
    return undefined
  }
  const { sections } = config.data
  const rows = toRows(fields.data)
  return {
    sharing: sharing.data,
    head: head.data,
    sections,
    fields: rows.map((row) => ({ ...row, isOpen: isOpen(row, sections.overrideConfig) })),
    keys: keys === 'none' ? undefined : keys.filter(({ permissions }) => permissions.includes('flows:ask')),
  }
}

export function useShareSaving(id: string) {
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const saving = trpc.sharing.save.useMutation()
  async function save(changes: Omit<ShareInput, 'id'>) {
    try {
      utils.sharing.get.setData({ id }, await saving.mutateAsync({ id, ...changes }))
      void utils.flows.summaries.invalidate()
      void utils.apiKeys.list.invalidate()
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }
  return { save, isSaving: saving.isPending }
}

/** Publishes the stored draft, or the canvas when it is open. */
export function usePublishing(id: string, publish: (() => unknown) | undefined) {
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const [isPublishing, setPublishing] = useState(false)
  const publication = trpc.flows.publish.useMutation()

  async function publishDraft() {
    const { flowData, revision } = await utils.flows.draft.fetch({ id })
    await publication.mutateAsync({ id, base: revision, flowData })
  }

  async function run() {
    setPublishing(true)
    try {
      await (publish ?? publishDraft)()
      await Promise.all([utils.flows.invalidate(), utils.sharing.get.invalidate({ id })])
    } catch (error) {
      toasts.error(errorText(error))
    } finally {
      setPublishing(false)
    }
  }
  return { run, isPublishing }
}
