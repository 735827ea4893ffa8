import { useMemo, useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { useTemplate } from '#client/components/use-load-templates.ts'
import { matching, useStorage } from '#client/components/use-storage.ts'
import { type FollowUpProvider, followUpProviders } from '#shared/flow-section-kinds.ts'
import { type ModelChoice, missingIn, modelChoiceSchema, noModelChosen } from '#shared/writing.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { choiceOfProvider, choiceOnCanvas } from './first-choice.ts'

const isRemembered = matching(z.object({ flowId: z.string(), choice: modelChoiceSchema }))
const nothingYet = { flowId: '', choice: noModelChosen }

/**
 * The model that is to write: as it was chosen for this flow before, else the one a node of its canvas uses, else the default
 * model. Who wants another one begins with the last one chosen anywhere. Where somebody has one credential that fits, that is the one.
 */
export function useModelChoice() {
  const store = useCanvasStore()
  const [remembered, setRemembered] = useStorage('ai-help.model', nothingYet, isRemembered)
  /** A provider alone stands for its default model. */
  const [edited, setEdited] = useState<ModelChoice | FollowUpProvider>()
  const [own, setOwn] = useState<boolean>()
  const { first, isOwn } = useMemo(() => {
    const { saved, graph } = store.getState()
    const { flowId, choice } = remembered
    const last = missingIn(choice) === undefined ? choice : undefined
    const mine = saved && flowId === saved.id ? last : undefined
    const known = mine ?? choiceOnCanvas(graph)
    return { first: known ?? last ?? noModelChosen.provider, isOwn: known !== undefined }
  }, [store, remembered])
  const latest = edited ?? first
  const isDefault = typeof latest === 'string'
  const { node, credential: kind } = followUpProviders[isDefault ? latest : latest.provider]
  const template = useTemplate(node, isDefault)
  const begun = isDefault ? choiceOfProvider(latest, template) : latest
  const { data } = trpc.credentials.list.useQuery({ credentialName: [kind] }, { staleTime: 0 })
  const [only, ...more] = data ?? []
  const choice =
    begun.credentialId === '' && only && more.length === 0 ? { ...begun, credentialId: only.id } : begun

  const usesDefault = !(own ?? isOwn)

  return {
    choice,
    /** What is asked; undefined is the default model. */
    model: usesDefault ? undefined : choice,
    usesDefault,
    setUsesDefault: (uses: boolean) => setOwn(!uses),
    /** Which field of it is still empty. */
    missing: usesDefault ? undefined : missingIn(choice),
    setProvider: (provider: FollowUpProvider) => setEdited(provider),
    change: (change: Partial<ModelChoice>) => setEdited({ ...choice, ...change }),
    /** After it was asked. */
    remember: (flowId: string) => setRemembered(usesDefault ? nothingYet : { flowId, choice }),
  }
}
