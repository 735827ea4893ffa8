import './transfer.css'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { downloadText } from '#client/components/download.ts'
import { formatBytes } from '#client/components/format-bytes.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type ExportData, stringifyExport, type TransferKind, transferKinds } from '#shared/export-import.ts'
import { fetchExport } from './transfer-calls.ts'
import { TransferForm } from './transfer-form.tsx'
import { TransferMotion } from './transfer-motion.tsx'
import { TransferRow } from './transfer-row.tsx'
import { useTransferError } from './use-transfer-error.ts'

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts().transfer.export
  const [language] = useLanguage()
  const counts = trpc.exportImport.counts.useQuery(undefined, { staleTime: 0 }).data
  const [chosen, setChosen] = useState<ReadonlySet<TransferKind>>(new Set(transferKinds))
  const run = useExport(onClose)

  const choose = (kind: TransferKind, isChosen: boolean) => {
    const next = new Set(chosen)
    isChosen ? next.add(kind) : next.delete(kind)
    setChosen(next)
  }
  const kinds = transferKinds.filter((kind) => chosen.has(kind))
  const bytes = kinds.reduce((sum, kind) => sum + (counts?.[kind].bytes ?? 0), 0)

  if (run.isPending) {
    return (
      <Dialog title={texts.busy} size="m" locked onClose={onClose}>
        <div className="transfer-busy grid text-secondary gap-18 text-center" role="status">
          <TransferMotion />
          <p>{texts.busyText}</p>
        </div>
      </Dialog>
    )
  }
  return (
    <TransferForm texts={texts} kinds={kinds} onSubmit={run.mutate} onClose={onClose}>
      <ul className="transfer-rows unpadded unlisted" aria-label={texts.group}>
        {transferKinds.map((kind) => (
          <TransferRow
            key={kind}
            kind={kind}
            isChosen={chosen.has(kind)}
            onChoose={(isChosen) => choose(kind, isChosen)}
            count={counts?.[kind].count}
          />
        ))}
      </ul>
      <p className="transfer-notes flex wraps spread text-13 text-tertiary">
        <span>{texts.leftOut}</span>
        <span className="num">{counts && texts.size(formatBytes(bytes, language))}</span>
      </p>
    </TransferForm>
  )
}

function useExport(onClose: () => void) {
  const { transfer } = useTexts()
  const texts = transfer.export
  const toasts = useToasts()
  const errorText = useTransferError()

  function save(data: ExportData) {
    try {
      downloadText(data.FileDefaultName, stringifyExport(data))
    } catch (error) {
      toasts.error(texts.failedAll(error instanceof Error ? error.message : texts.defaultError))
    }
  }

  return useMutation({
    mutationFn: fetchExport,
    onSuccess: save,
    onError: (error) => toasts.error(texts.failed(errorText(error) || texts.defaultError)),
    onSettled: onClose,
  })
}
