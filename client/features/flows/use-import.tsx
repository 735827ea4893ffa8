import { useState } from 'react'
import { useNavigate } from 'react-router'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Imported } from './flow-import-dialog.tsx'
import type { ImportIssue } from './read-flow-file.ts'

const FlowImportDialog = whenOpened(async () => (await import('./flow-import-dialog.tsx')).FlowImportDialog)

type Read = (file: File) => Promise<Imported | { issue: ImportIssue }>

export function useImport(read: Read, canvas: (id: string) => string) {
  const { flows: texts } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const [imported, setImported] = useState<Imported>()

  async function importFile(file: File) {
    const found = await read(file)
    if ('issue' in found) {
      toasts.error(texts.importFailed(file.name, texts.importFaults[found.issue]))
    } else {
      setImported(found)
    }
  }

  const preview = imported && (
    <FlowImportDialog
      imported={imported}
      onClose={() => setImported(undefined)}
      onDone={(id) => navigate(canvas(id))}
    />
  )
  return { importFile, preview }
}
