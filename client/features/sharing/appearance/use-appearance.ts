import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type Appearance, appearanceSchema } from '#shared/appearance.ts'

/** The appearance being edited, until it is saved. It takes effect at once, without publishing. */
export function useAppearance(flowId: string, saved: Appearance) {
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const saving = trpc.flows.saveConfig.useMutation()
  const [draft, setDraft] = useState<Appearance>()
  const value = draft ?? saved
  const { error } = appearanceSchema.safeParse(value)
  const issues = Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).toReversed(),
  )

  function edit(changes: Partial<Appearance>) {
    const next = { ...value, ...changes }
    setDraft(JSON.stringify(next) === JSON.stringify(saved) ? undefined : next)
  }

  async function save() {
    if (!draft || error) {
      return
    }
    try {
      const config = await saving.mutateAsync({ id: flowId, section: 'appearance', value: draft })
      utils.flows.config.setData({ id: flowId }, config)
      setDraft((now) => (now === draft ? undefined : now))
      void utils.flows.get.invalidate({ id: flowId })
    } catch (failure) {
      toasts.error(errorText(failure))
    }
  }

  return {
    value,
    edit,
    save,
    discard: () => setDraft(undefined),
    issueOf: (path: string): string | undefined => issues[path],
    isValid: error === undefined,
    isDirty: draft !== undefined,
    isSaving: saving.isPending,
    hasSaved: saving.isSuccess && draft === undefined,
  }
}
export type AppearanceForm = ReturnType<typeof useAppearance>
