import { Button, FormControl, FormLabel, Switch } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { CopyLine } from '#client/components/copy-line.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ExecutionDetail } from '#shared/executions.ts'

type Props = { execution: ExecutionDetail; path: (id: string) => string; onClose: () => void }

export function ShareDialog({ execution: { id, isPublic }, path, onClose }: Props) {
  const { share } = useTexts().executions
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const update = trpc.executions.update.useMutation({
    onSuccess: (saved) => {
      toasts.success(saved.isPublic ? share.on : share.off)
      return utils.executions.invalidate()
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  return (
    <Dialog
      title={share.title}
      description={share.text}
      onClose={onClose}
      footer={
        <Button variant="plain" color="neutral" onClick={onClose}>
          {share.close}
        </Button>
      }
    >
      <div className="share-execution grid gap-16">
        <FormControl orientation="horizontal">
          <FormLabel>{share.toggle}</FormLabel>
          <Switch
            checked={isPublic}
            disabled={update.isPending}
            onChange={({ target }) => update.mutate({ id, isPublic: target.checked })}
          />
        </FormControl>
        {isPublic && <CopyLine label={share.link} text={`${location.origin}${path(id)}`} />}
      </div>
    </Dialog>
  )
}
