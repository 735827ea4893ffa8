import { Button } from '@mui/joy'
import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type FlowSummary, flowNameSchema } from '#shared/flows.ts'

const nameInput = z.object({ name: flowNameSchema })

export function RenameDialog({ flow: { id, name }, onClose }: { flow: FlowSummary; onClose: () => void }) {
  const { flows: texts, common } = useTexts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [banner, setBanner] = useState<unknown>(null)

  const update = trpc.flows.update.useMutation({
    onSuccess: async () => {
      await utils.flows.invalidate()
      onClose()
    },
    onError: (error) => setBanner(form.showServerErrors(error) ? null : error),
  })
  const form = useForm(nameInput, (input) =>
    input.name === name ? onClose() : update.mutate({ id, name: input.name }),
  )

  return (
    <Dialog
      title={texts.renameTitle}
      onClose={onClose}
      locked={update.isPending}
      form={form.handlers}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={update.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={update.isPending}>
            {update.isPending ? common.saving : common.save}
          </Button>
        </>
      }
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <FormField
        label={texts.name}
        name="name"
        defaultValue={name}
        errors={form.errors}
        autoComplete="off"
        autoFocus
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
