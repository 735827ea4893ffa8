import { Button } from '@mui/joy'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { CSV_TYPE, withByteOrderMark } from '#client/components/csv.ts'
import { downloadText } from '#client/components/download.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  fileName: string
  /** The whole file, without a byte order mark. */
  makeCsv: () => string | Promise<string>
  hint?: string
  disabled?: boolean
}

export function ExportButton({ fileName, makeCsv, hint, disabled = false }: Props) {
  const { usage } = useTexts()
  const toasts = useToasts()
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      downloadText(fileName, withByteOrderMark(await makeCsv()), CSV_TYPE)
    } catch {
      toasts.error(usage.exportFailed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      className="usage-export"
      size="sm"
      variant="plain"
      color="neutral"
      startDecorator={<Download size={15} />}
      title={hint}
      disabled={disabled || isBusy}
      onClick={save}
    >
      {isBusy ? usage.exporting : usage.exportCsv}
    </Button>
  )
}
