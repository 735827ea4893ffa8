import { requestHeaders } from '#client/api/client.ts'
import { toResponseError } from '#client/api/errors.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Range } from '../range.ts'
import { ExportButton } from './export-button.tsx'

/** Exported by the server entry by entry; rows grouped on the screen are separate in the file. */
export function MovementsExport({ range: { from, to } }: { range: Range }) {
  const { usage } = useTexts()

  async function fetchCsv() {
    const query = new URLSearchParams({ from, to })
    const response = await fetch(`/api/v1/wallets/me/movements.csv?${query}`, { headers: requestHeaders() })
    if (!response.ok) {
      throw toResponseError(response.status, await response.json().catch(() => undefined))
    }
    // `text()` strips the byte order mark, so it is never doubled.
    return response.text()
  }

  return (
    <ExportButton
      fileName={`flowtill-movements-${from}-${to}.csv`}
      makeCsv={fetchCsv}
      hint={usage.movements.csvHint}
    />
  )
}
