import { Button, Checkbox, FormControl, FormLabel, Input, Switch } from '@mui/joy'
import { type ReactNode, useState } from 'react'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { exampleOf, MAX_FIELDS, type OverrideRow, readValue } from './snippets/override-fields.ts'
import type { RequestForm } from './use-request.ts'
import type { SharedState } from './use-sharing.ts'

const SAMPLE_SESSION = 'visitor-42'

type Props = { state: SharedState; form: RequestForm }

export function RequestControls({ state, form }: Props) {
  const { sharing: texts } = useTexts()
  const configure = useOpenFlowConfig()
  const { sharing, fields } = state
  const { values, isFull } = form
  const openFields = () => configure?.({ id: sharing.id, name: sharing.name, section: 'overrideConfig' })
  return (
    <>
      <FormControl>
        <FormLabel>{texts.question}</FormLabel>
        <Input value={values.question} onChange={({ target }) => form.setQuestion(target.value)} />
      </FormControl>
      <div className="share-switches grid gap-10">
        <SwitchLine
          label={texts.stream}
          note={sharing.canStream ? undefined : texts.cannotStream}
          checked={values.streaming && sharing.canStream}
          disabled={!sharing.canStream}
          onChange={form.setStreaming}
        />
        <SwitchLine
          label={texts.session}
          checked={values.session !== undefined}
          disabled={isFull && values.session === undefined}
          onChange={(isOn) => form.setSession(isOn ? SAMPLE_SESSION : undefined)}
        />
        {values.session !== undefined && (
          <Input
            size="sm"
            value={values.session}
            slotProps={{ input: { 'aria-label': texts.sessionId } }}
            onChange={({ target }) => form.setSession(target.value)}
          />
        )}
        {form.hasFileField && (
          <SwitchLine
            label={texts.file}
            note={form.canSendFile ? undefined : texts.fileClosed}
            checked={form.canSendFile && values.hasFile}
            disabled={!form.canSendFile || (isFull && !values.hasFile)}
            onChange={form.setHasFile}
          />
        )}
      </div>
      {fields.length > 0 && <Overrides state={state} form={form} onOpenFields={openFields} />}
    </>
  )
}

type SwitchProps = {
  label: string
  note?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

function SwitchLine({ label, note, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <FormControl orientation="horizontal" disabled={disabled} className="share-switch">
      <Switch checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <FormLabel>
        {label}
        {note && <small className="text-12 text-secondary">{note}</small>}
      </FormLabel>
    </FormControl>
  )
}

function Overrides({ state, form, onOpenFields }: Props & { onOpenFields: () => void }) {
  const { sharing: texts } = useTexts()
  const [isListed, setListed] = useState(false)
  const { rows, isFull, isChosen } = form
  const [first] = rows
  return (
    <section className="share-overrides" aria-labelledby="share-overrides">
      <h3 id="share-overrides">{texts.overrides}</h3>
      {rows.map((row) => (
        <OverrideLine key={row.key} row={row} form={form} isOff={isFull && !isChosen(row)} />
      ))}
      {rows.length === 0 && <p>{texts.overridesClosed}</p>}
      {isFull && <p role="status">{texts.full(MAX_FIELDS)}</p>}
      {first && <OneNode row={first} />}
      <div className="share-links flex wraps gap-4">
        <Button size="sm" variant="plain" onClick={() => setListed(true)}>
          {texts.allFields(state.fields.length)}
        </Button>
        <Button size="sm" variant="plain" onClick={onOpenFields}>
          {texts.openFields}
        </Button>
      </div>
      {isListed && <FieldsDialog fields={state.fields} onClose={() => setListed(false)} />}
    </section>
  )
}

function OneNode({ row }: { row: OverrideRow }): ReactNode {
  const { sharing: texts } = useTexts()
  const example = { [row.name]: { [row.nodeId]: readValue(row.type, exampleOf(row.type)) } }
  return (
    <p>
      {texts.oneNode} <code>{JSON.stringify(example).slice(1, -1).replaceAll(':', ': ')}</code>
    </p>
  )
}

function OverrideLine({ row, form, isOff }: { row: OverrideRow; form: RequestForm; isOff: boolean }) {
  const { sharing: texts } = useTexts()
  const name = row.isShared ? `${row.name} · ${row.nodeId}` : row.name
  return (
    <div className="share-override grid gap-4-12 items-center">
      <Checkbox
        size="sm"
        label={<code>{name}</code>}
        checked={form.isChosen(row)}
        disabled={isOff}
        onChange={() => form.toggle(row)}
      />
      <span>{row.type}</span>
      {form.isChosen(row) && (
        <Input
          size="sm"
          value={form.textOf(row)}
          slotProps={{ input: { 'aria-label': texts.valueOf(name) } }}
          onChange={({ target }) => form.setText(row, target.value)}
        />
      )}
    </div>
  )
}
