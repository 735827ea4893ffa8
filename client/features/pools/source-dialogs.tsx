import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { RenameDialog } from '#client/components/rename-dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type PoolSource, renamePoolSourceInput } from '#shared/pools.ts'
import { ScheduleSelect } from './schedule-select.tsx'

type Props = { poolId: string; source: PoolSource; onClose: () => void }

export function RenameSourceDialog({ poolId, source, onClose }: Props) {
  const { renameDialog: texts } = useTexts().pools
  const utils = trpc.useUtils()
  const renaming = trpc.pools.rename.useMutation({ onSettled: () => utils.pools.invalidate() })
  return (
    <RenameDialog
      texts={texts}
      name={source.name}
      schema={renamePoolSourceInput.shape.name}
      rename={(name) => renaming.mutateAsync({ poolId, sourceId: source.id, name })}
      onClose={onClose}
    />
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
