import { Stack } from '@mui/joy'
import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { addUrlInput, POOL_PAGES, type PoolSource } from '#shared/pools.ts'
import { ScheduleSelect } from './schedule-select.tsx'

const { url, pages } = addUrlInput.shape
/** Fields of a form are texts. */
const formInput = z.object({
  url: z.string().trim().pipe(url),
  pages: z.coerce.number<string>().pipe(pages.unwrap()),
})

type Props = {
  /** The id of the pool, or creates it. */
  pool: string | (() => Promise<string>)
  onAdded?: (poolId: string) => void
  onClose: () => void
}

export function AddUrlDialog({ pool, onAdded, onClose }: Props) {
  const { url: texts } = useTexts().pools
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [schedule, setSchedule] = useState<PoolSource['schedule']>('never')
  const [banner, setBanner] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const addition = trpc.pools.addUrl.useMutation()
  const form = useForm(formInput, async (input) => {
    setBanner(null)
    setSaving(true)
    try {
      const poolId = typeof pool === 'string' ? pool : await pool()
      const { name } = await addition.mutateAsync({ poolId, ...input, schedule })
      void utils.pools.invalidate()
      toasts.success(texts.added(name))
      onAdded?.(poolId)
      onClose()
    } catch (error) {
      setBanner(form.showServerErrors(error) ? null : error)
      setSaving(false)
    }
  })
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      onClose={onClose}
      locked={isSaving}
      form={form.handlers}
      footer={<FormFooter submit={texts.submit} busy={texts.submit} isBusy={isSaving} onCancel={onClose} />}
    >
      <Stack sx={{ gap: 4 }}>
        {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
        <FormField
          label={texts.url}
          name="url"
          type="url"
          required
          autoFocus
          placeholder="https://example.com/help"
          errors={form.errors}
        />
        <FormField
          label={texts.pages}
          name="pages"
          type="number"
          defaultValue="1"
          help={texts.pagesHelp}
          errors={form.errors}
          slotProps={{ input: { min: 1, max: POOL_PAGES } }}
        />
        <ScheduleSelect schedule={schedule} onSchedule={setSchedule} />
      </Stack>
    </Dialog>
  )
}
