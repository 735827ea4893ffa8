import { Button, FormControl, FormHelperText, Textarea } from '@mui/joy'
import { useState } from 'react'
import { Dialog } from '#client/components/dialog.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { rowsFromJson, type SchemaRow } from './schema-rows.ts'

type Props = { onAdd: (rows: SchemaRow[]) => void; onClose: () => void }

export function PasteDialog({ onAdd, onClose }: Props) {
  const { tools, common } = useTexts()
  const { paste: texts } = tools
  const [text, setText] = useState('')
  const [issue, setIssue] = useState<string>()

  function add() {
    try {
      const rows = rowsFromJson(text)
      if (rows.length === 0) {
        setIssue(texts.nothing)
      } else {
        onAdd(rows)
      }
    } catch (error) {
      setIssue(texts.unreadable(error instanceof Error ? error.message : ''))
    }
  }

  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      size="m"
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          // The dialog below is also a form, and React bubbles the submit event to it.
          event.stopPropagation()
          add()
        },
      }}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={text.trim() === ''}>
            {texts.add}
          </Button>
        </>
      }
    >
      <FormControl error={issue !== undefined}>
        <FieldLabel label={texts.label} />
        <Textarea
          className="paste-text"
          minRows={8}
          maxRows={18}
          autoFocus
          value={text}
          placeholder={'{ "order_id": "PS-20417", "verbose": true }'}
          onChange={({ target }) => {
            setText(target.value)
            setIssue(undefined)
          }}
          slotProps={{ textarea: { spellCheck: false } }}
        />
        {issue && <FormHelperText role="alert">{issue}</FormHelperText>}
      </FormControl>
    </Dialog>
  )
}
