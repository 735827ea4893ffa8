import { Button } from '@mui/joy'
import { Copy, Download, Trash2 } from 'lucide-react'
import { CSV_TYPE, toCsv, withByteOrderMark } from '#client/components/csv.ts'
import { downloadText } from '#client/components/download.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type LeadRow, leadColumns } from './arrange-leads.ts'
import { useLeadActions } from './use-lead-actions.ts'

export const outlined = { size: 'sm', variant: 'outlined', color: 'neutral' } as const

type Props = { all: readonly LeadRow[]; chosen: readonly LeadRow[]; onDone: () => void }

/** Copies, exports and deletes the selected leads; without a selection, all that match. */
export function LeadBar({ all, chosen, onDone }: Props) {
  const { inbox } = useTexts()
  const toasts = useToasts()
  const { removeAll } = useLeadActions()
  const exported = chosen.length > 0 ? chosen : all
  const emails = [...new Set(exported.flatMap(({ email }) => email ?? []))]
  const copy = () =>
    navigator.clipboard
      ?.writeText(emails.join(', '))
      .then(() => toasts.success(inbox.leads.copied(emails.length)))
  return (
    <div className="inbox-bulk row wraps gap-8 line-below" data-active={chosen.length > 0 || undefined}>
      {chosen.length > 0 && (
        <b className="text-13 semibold" role="status">
          {inbox.leads.selected(chosen.length)}
        </b>
      )}
      <Button {...outlined} startDecorator={<Copy size={14} />} disabled={emails.length === 0} onClick={copy}>
        {inbox.leads.copyEmails}
      </Button>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          {...outlined}
          startDecorator={<Download size={14} />}
          onClick={() => exportLeads(exported, format, inbox)}
        >
          {inbox.export[format]}
        </Button>
      ))}
      {chosen.length > 0 && (
        <Button
          {...outlined}
          color="danger"
          startDecorator={<Trash2 size={14} />}
          onClick={async () => (await removeAll(chosen)) && onDone()}
        >
          {inbox.leads.remove}
        </Button>
      )}
    </div>
  )
}

function exportLeads(
  leads: readonly LeadRow[],
  format: 'csv' | 'json',
  texts: ReturnType<typeof useTexts>['inbox'],
) {
  const name = `${texts.leads.label} ${new Date().toISOString().slice(0, 10)}.${format}`
  if (format === 'json') {
    downloadText(name, JSON.stringify(leads, null, 2))
    return
  }
  const head = leadColumns.map((column) => texts.leads.columns[column])
  const lines = leads.map(({ name: who, email, phone, flowName, createdDate }) => [
    who,
    email,
    phone,
    flowName,
    createdDate,
  ])
  downloadText(name, withByteOrderMark(toCsv(head, lines)), CSV_TYPE)
}
