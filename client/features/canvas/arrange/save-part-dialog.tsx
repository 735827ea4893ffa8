import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { FormTextarea } from '#client/components/form-textarea.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { partCardInput } from '#shared/template-parts.ts'
import { takeClip } from '../graph/clip.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function SavePartDialog({ area, onClose }: { area: string; onClose: () => void }) {
  const { parts } = useTexts()
  const store = useCanvasStore()
  const label = useCanvas(({ graph }) => graph.nodes.get(area)?.data.label ?? '')
  const toasts = useToasts()
  const errorText = useErrorText()
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
    const { nodes, edges } = takeClip(store.getState().graph, [area])
    saving.mutate({ ...card, flowData: JSON.stringify({ nodes, edges }) })
  })
  return (
    <Dialog
      title={parts.title}
      description={parts.text}
      onClose={onClose}
      locked={saving.isPending}
      form={form.handlers}
      footer={
        <FormFooter submit={parts.submit} busy={parts.submit} isBusy={saving.isPending} onCancel={onClose} />
      }
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <FormField
        label={parts.name}
        name="name"
        required
        defaultValue={label}
        errors={form.errors}
        autoComplete="off"
        autoFocus
      />
      <FormTextarea
        label={parts.description}
        name="description"
        errors={form.errors}
        minRows={2}
        maxRows={6}
      />
    </Dialog>
  )
}
