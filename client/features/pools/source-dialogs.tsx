import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type PoolSource, renamePoolSourceInput } from '#shared/pools.ts'
import { ScheduleSelect } from './schedule-select.tsx'

type Props = { poolId: string; source: PoolSource; onClose: () => void }

const nameInput = renamePoolSourceInput.pick({ name: true })

export function RenameSourceDialog({ poolId, source, onClose }: Props) {
  const { pools, common } = useTexts()
  const { renameDialog: texts } = pools
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const rename = trpc.pools.rename.useMutation({
    onSuccess: onClose,
    onSettled: () => utils.pools.invalidate(),
  })
  const form = useForm(nameInput, ({ name }) => rename.mutate({ poolId, sourceId: source.id, name }))
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      locked={rename.isPending}
      form={form.handlers}
      footer={
        <FormFooter submit={common.save} busy={common.saving} isBusy={rename.isPending} onCancel={onClose} />
      }
    >
      {rename.error && <FormBanner>{errorText(rename.error)}</FormBanner>}
      <FormField
        label={texts.name}
        name="name"
        required
        autoFocus
        defaultValue={source.name}
        errors={form.errors}
      />
    </Dialog>
  )
}

/** How often a web page is read again. */
export function ScheduleDialog({ poolId, source, onClose }: Props) {
  const { pools, common } = useTexts()
  const { url: texts } = pools
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [schedule, setSchedule] = useState(source.schedule)
  const change = trpc.pools.schedule.useMutation({
    onSuccess: onClose,
    onSettled: () => utils.pools.invalidate(),
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    change.mutate({ poolId, sourceId: source.id, schedule })
  }
  return (
    <Dialog
      title={texts.schedule}
      description={source.name}
      onClose={onClose}
      locked={change.isPending}
      form={{ onSubmit }}
      footer={
        <FormFooter submit={common.save} busy={common.saving} isBusy={change.isPending} onCancel={onClose} />
      }
    >
      {change.error && <FormBanner>{errorText(change.error)}</FormBanner>}
      <ScheduleSelect schedule={schedule} onSchedule={setSchedule} />
    </Dialog>
  )
}
