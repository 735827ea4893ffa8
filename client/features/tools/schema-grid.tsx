import { Button, Checkbox, IconButton, Input, Option, Select } from '@mui/joy'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { emptyRow, type RowIssue, rowTypes, type SchemaRow } from './schema-rows.ts'

type Props = {
  rows: readonly SchemaRow[]
  issues: readonly RowIssue[]
  onChange: (rows: SchemaRow[]) => void
  onPaste: () => void
}

export function SchemaGrid({ rows, issues, onChange, onPaste }: Props) {
  const { editor: texts } = useTexts().tools
  const grid = useRef<HTMLTableElement>(null)
  const isAdding = useRef(false)
  const add = () => {
    isAdding.current = true
    onChange([...rows, emptyRow()])
  }
  // A new row gets the focus.
  useEffect(() => {
    if (isAdding.current) {
      isAdding.current = false
      grid.current?.querySelector<HTMLInputElement>('tbody tr:last-child input')?.focus()
    }
  })

  return (
    <section className="tool-schema" aria-label={texts.schema}>
      <div className="tool-section-head row wraps gap-4-12 min-height-32 margin-bottom-8">
        <h3>{texts.schema}</h3>
        <Button size="sm" variant="plain" color="neutral" onClick={onPaste}>
          {texts.pasteJson}
        </Button>
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<Plus size={16} aria-hidden="true" />}
          onClick={add}
        >
          {texts.addRow}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="tool-note text-12 line-18 text-tertiary">{texts.noRows}</p>
      ) : (
        <table ref={grid} className="schema-grid full-width round-sm">
          <thead>
            <tr>
              <th className="pad-8-12 text-12 medium text-left text-tertiary" scope="col">
                {texts.property}
              </th>
              <th className="pad-8-12 text-12 medium text-left text-tertiary" scope="col">
                {texts.type}
              </th>
              <th className="pad-8-12 text-12 medium text-left text-tertiary" scope="col">
                {texts.description}
              </th>
              <th className="pad-8-12 text-12 medium text-left text-tertiary" scope="col">
                {texts.required}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <Row
                key={row.key}
                row={row}
                place={place + 1}
                issue={issues.find(({ key }) => key === row.key)?.issue}
                onChange={(changes) =>
                  onChange(rows.map((each) => (each.key === row.key ? { ...each, ...changes } : each)))
                }
                onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type RowProps = {
  row: SchemaRow
  place: number
  issue: RowIssue['issue'] | undefined
  onChange: (changes: Partial<SchemaRow>) => void
  onRemove: () => void
}

function Row({ row, place, issue, onChange, onRemove }: RowProps) {
  const { editor: texts } = useTexts().tools
  const { key, property, type, description, required } = row
  const types = rowTypes.some((known) => known === type) ? rowTypes : [...rowTypes, type]
  const issueId = `${key.replace(' ', '-')}-fault`
  return (
    <tr>
      <td>
        <Input
          className="row-mono"
          variant="plain"
          value={property}
          error={issue !== undefined}
          onChange={({ target }) => onChange({ property: target.value })}
          slotProps={{
            input: {
              'aria-label': texts.rowName(place),
              'aria-invalid': issue !== undefined,
              ...(issue && { 'aria-describedby': issueId }),
              autoCapitalize: 'none',
              autoComplete: 'off',
              spellCheck: false,
            },
          }}
        />
        {issue && (
          <small id={issueId} className="row-issue block text-12 text-danger">
            {issue === 'twice' ? texts.twice(property) : texts.badProperty}
          </small>
        )}
      </td>
      <td>
        <Select
          variant="plain"
          value={type}
          onChange={(_, chosen) => chosen && onChange({ type: chosen })}
          slotProps={{ button: { 'aria-label': texts.rowType(place) } }}
        >
          {types.map((each) => (
            <Option key={each} value={each}>
              {texts.types[each] ?? each}
            </Option>
          ))}
        </Select>
      </td>
      <td>
        <Input
          variant="plain"
          value={description}
          onChange={({ target }) => onChange({ description: target.value })}
          slotProps={{ input: { 'aria-label': texts.rowDescription(place) } }}
        />
      </td>
      <td className="schema-required">
        <Checkbox
          checked={required}
          onChange={({ target }) => onChange({ required: target.checked })}
          slotProps={{ input: { 'aria-label': texts.rowRequired(place) } }}
        />
      </td>
      <td>
        <IconButton
          size="sm"
          variant="plain"
          color="neutral"
          aria-label={texts.removeRow(property || texts.rowName(place))}
          onClick={onRemove}
        >
          <X size={16} />
        </IconButton>
      </td>
    </tr>
  )
}
