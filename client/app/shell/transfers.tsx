import { type ReactNode, useRef, useState } from 'react'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useImportNotice } from '#client/features/account/import-notice.ts'
import { MAX_IMPORT_BYTES } from '#client/features/account/transfer-limit.ts'
import { useTexts } from '#client/texts/texts.tsx'

// Fetched when they are opened: few ever are.
const ExportDialog = whenOpened(
  async () => (await import('#client/features/account/export-dialog.tsx')).ExportDialog,
)
const ImportDialog = whenOpened(
  async () => (await import('#client/features/account/import-dialog.tsx')).ImportDialog,
)

/** Export and Import of the profile menu: two openers, and what they open, to be placed beside the menu. */
export function useTransfers(): { openExport: () => void; chooseImport: () => void; dialogs: ReactNode } {
  const { transfer } = useTexts()
  const toasts = useToasts()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<'export' | File>()
  useImportNotice()

  const close = () => setOpen(undefined)
  const receive = (file: File) => {
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
          // The same file may be chosen again after it was mended.
          target.value = ''
          if (file) {
            receive(file)
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
