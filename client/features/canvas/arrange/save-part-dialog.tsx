import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { SaveCardDialog } from '#client/components/save-card-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { partCardInput } from '#shared/template-parts.ts'
import { toClip } from '../graph/clip.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function SavePartDialog({ area, onClose }: { area: string; onClose: () => void }) {
  const { parts } = useTexts()
  const store = useCanvasStore()
  const label = useCanvas(({ graph }) => graph.nodes.get(area)?.data.label ?? '')
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [banner, setBanner] = useState<unknown>(null)
  const saving = trpc.templates.parts.save.useMutation({
    onSuccess: async ({ name }) => {
      await utils.templates.parts.list.invalidate()
      toasts.success(parts.saved(name))
      onClose()
    },
    onError: (error) => setBanner(form.showServerErrors(error) ? null : error),
  })
  const form = useForm(partCardInput, (card) => {
    setBanner(null)
    store.getState().flushDrafts()
    const { nodes, edges } = toClip(store.getState().graph, [area])
    saving.mutate({ ...card, flowData: JSON.stringify({ nodes, edges }) })
  })
  return (
    <SaveCardDialog
      texts={parts}
      card={{ name: label }}
      descriptionRows={{ minRows: 2, maxRows: 6 }}
      form={form}
      banner={banner}
      isSaving={saving.isPending}
      onClose={onClose}
    />
  )
}
