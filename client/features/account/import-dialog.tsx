import './transfer.css'
import { LinearProgress } from '@mui/joy'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ImportPreview, TransferKind } from '#shared/export-import.ts'
import { ImportSummary } from './import-summary.tsx'
import { previewImport } from './transfer-calls.ts'
import { TransferForm } from './transfer-form.tsx'
import { TransferMotion } from './transfer-motion.tsx'
import { PREVIEW_KEY, useImport } from './use-import.ts'
import { useTransferError } from './use-transfer-error.ts'

export function ImportDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const texts = useTexts().transfer.import
  const preview = usePreview(file, onClose)
  const [unwanted, setUnwanted] = useState<ReadonlySet<TransferKind>>(new Set())
  const run = useImport(file, onClose)

  const kinds = preview ? importable(preview).filter((kind) => !unwanted.has(kind)) : []
  const choose = (kind: TransferKind, isChosen: boolean) => {
    const next = new Set(unwanted)
    isChosen ? next.delete(kind) : next.add(kind)
    setUnwanted(next)
  }

  if (!preview || run.isPending) {
    const [title, text] = preview ? [texts.busy, texts.busyText] : [texts.reading, texts.readingText]
    return (
      <Dialog
        title={title}
        description={<FileName file={file} />}
        size="m"
        locked={run.isPending}
        onClose={onClose}
      >
        <div className="transfer-busy grid text-secondary gap-18 text-center" role="status">
          <TransferMotion isInward />
          <LinearProgress aria-label={title} />
          <p>{text}</p>
        </div>
      </Dialog>
    )
  }
  return (
    <TransferForm
      texts={texts}
      description={<FileName file={file} />}
      kinds={kinds}
      onSubmit={run.mutate}
      onClose={onClose}
    >
      <ImportSummary preview={preview} chosen={new Set(kinds)} onChoose={choose} />
    </TransferForm>
  )
}

function FileName({ file }: { file: File }) {
  return <span className="transfer-file-name breaks-anywhere">{file.name}</span>
}

/** A kind is imported completely or not at all, so one invalid item excludes its kind. */
function importable({ kinds }: ImportPreview): TransferKind[] {
  return Object.entries(kinds).flatMap(([kind, { isAllowed, refusedCount: rejectedCount }]) =>
    isAllowed && rejectedCount === 0 ? [kind as TransferKind] : [],
  )
}

function usePreview(file: File, onClose: () => void) {
  const { transfer } = useTexts()
  const toasts = useToasts()
  const errorText = useTransferError()
  const id = useId()
  const { data, error } = useQuery({
    queryKey: [PREVIEW_KEY, id, file.name, file.size, file.lastModified],
    queryFn: () => previewImport(file),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const closeWithError = useEffectEvent((reason: unknown) => {
    toasts.error(transfer.import.failed(errorText(reason) || transfer.import.defaultError))
    onClose()
  })
  useEffect(() => {
    if (error) {
      closeWithError(error)
    }
  }, [error])
  return data
}
