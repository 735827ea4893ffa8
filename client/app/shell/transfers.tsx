import { type ReactNode, useRef, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useImportNotice } from '#client/features/account/import-notice.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { MAX_IMPORT_BYTES } from '#shared/import-limit.ts'

// Loaded lazily, since they are rarely opened.
const ExportDialog = whenOpened(
  async () => (await import('#client/features/account/export-dialog.tsx')).ExportDialog,
)
const ImportDialog = whenOpened(
  async () => (await import('#client/features/account/import-dialog.tsx')).ImportDialog,
)

export function useTransfers(): { openExport: () => void; chooseImport: () => void; dialogs: ReactNode } {
  const { transfer } = useTexts()
  const toasts = useToasts()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<'export' | File>()
  useImportNotice()

  const close = () => setOpen(undefined)
  const openFile = (file: File) => {
    const issue = issueOf(file)
    if (issue) {
      toasts.error(transfer.import.failed(transfer.import[issue]))
    } else {
      setOpen(file)
    }
  }

  const dialogs = (
    <>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label={transfer.import.choose}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Reset, so that the same file can be chosen again after a correction.
          target.value = ''
          if (file) {
            openFile(file)
          }
        }}
      />
      {open === 'export' && <ExportDialog onClose={close} />}
      {open instanceof File && <ImportDialog file={open} onClose={close} />}
    </>
  )
  return { openExport: () => setOpen('export'), chooseImport: () => input.current?.click(), dialogs }
}

function issueOf({ name, size }: File): 'notJson' | 'tooLarge' | undefined {
  if (!/\.json$/i.test(name)) {
    return 'notJson'
  }
  return size > MAX_IMPORT_BYTES ? 'tooLarge' : undefined
}
