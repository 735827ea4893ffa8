import { Button, IconButton, Input } from '@mui/joy'
import { Plus, X } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'

export type HeaderRow = { key: number; name: string; value: string }
type Props = { rows: readonly HeaderRow[]; onChange: (rows: HeaderRow[]) => void }

export function HeaderRows({ rows, onChange }: Props) {
  const { form: texts } = useTexts().mcpServers
  const change = (key: number, changes: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  return (
    <section className="grid gap-8" aria-label={texts.headers}>
      {rows.map(({ key, name, value }, index) => (
        <div key={key} className="mcp-header-row grid gap-8">
          <Input
            size="sm"
            value={name}
            placeholder="Authorization"
            autoComplete="off"
            spellCheck={false}
            slotProps={{ input: { 'aria-label': texts.headerName(index + 1) } }}
            onChange={({ target }) => change(key, { name: target.value })}
          />
          <Input
            size="sm"
            value={value}
            placeholder="Bearer …"
            autoComplete="off"
            spellCheck={false}
            slotProps={{ input: { 'aria-label': texts.headerValue(index + 1) } }}
            onChange={({ target }) => change(key, { value: target.value })}
          />
          <IconButton
            size="sm"
            variant="plain"
            aria-label={texts.removeHeader(name || texts.headerName(index + 1))}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <X size={14} />
          </IconButton>
        </div>
      ))}
      <Button
        size="sm"
        variant="plain"
        className="mcp-add self-start"
        startDecorator={<Plus size={14} />}
        onClick={() => onChange([...rows, emptyRow(rows)])}
      >
        {texts.addHeader}
      </Button>
      <p className="text-12 text-tertiary">{texts.headersHelp}</p>
    </section>
  )
}

const emptyRow = (rows: readonly HeaderRow[]): HeaderRow => ({
  key: Math.max(0, ...rows.map(({ key }) => key)) + 1,
  name: '',
  value: '',
})

export function readRows(headers: Record<string, string> = {}): HeaderRow[] {
  const rows = Object.entries(headers).map(([name, value], key) => ({ key, name, value }))
  return rows.length > 0 ? rows : [emptyRow([])]
}

/** Rows without a name are left out. */
export function writeRows(rows: readonly HeaderRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])),
  )
}
