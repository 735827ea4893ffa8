import { Button } from '@mui/joy'
import { CircleHelp, Unlink } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import './condition.css'

export type ConditionMode = 'table' | 'code'

type Props = {
  title: string
  description: string
  help: { title: string; lines: readonly string[] }
  mode: ConditionMode
  onMode: (mode: ConditionMode) => void
  /** The table or the code editor, whichever `mode` selects. */
  children: ReactNode
  /** Shown below the editor; saving is disabled meanwhile. */
  error: string | undefined
  /** Links that saving removes, and a sentence about them and about renamed ones. */
  links: { lost: number; text: string } | undefined
  /** Below the table, or at the end of the side. */
  tryIt: { place: 'main' | 'side'; content: ReactNode }
  side: ReactNode
  footer: { keys: string; save: string }
  isChanged: boolean
  onSave: () => void
  onClose: () => void
}

/** Dialog of a condition: help, the editor, *Try it*, what the outputs lead to, and a footer that saves. */
export function ConditionFrame({
  title,
  description,
  help,
  mode,
  onMode,
  children,
  error,
  links,
  tryIt,
  side,
  footer,
  isChanged,
  onSave,
  onClose,
}: Props) {
  const { canvas, canvasFields, common } = useTexts()
  const id = useId()
  const confirm = useConfirm()

  async function close() {
    const options = { title: canvas.discardTitle, confirmButtonName: canvas.discard, danger: true }
    if (!isChanged || (await confirm(options))) {
      onClose()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    onSave()
  }

  return (
    <Dialog
      title={title}
      description={description}
      size="xl"
      flush
      form={{ onSubmit, noValidate: true }}
      onClose={close}
      footer={
        <>
          <span className="expand-keys expand-first text-13 text-tertiary pushed-left self-center">
            {footer.keys}
          </span>
          <Button variant="plain" color="neutral" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={error !== undefined}>
            {footer.save}
          </Button>
        </>
      }
    >
      <div className="condition-rooms grid line-above">
        <div className="condition-main shrinks">
          <Tabs
            id={id}
            label={canvasFields.conditionTitle}
            value={mode}
            onChange={onMode}
            options={[
              { value: 'table', label: canvasFields.conditionTable },
              { value: 'code', label: canvasFields.conditionCode },
            ]}
          >
            <Help {...help} />
            {children}
          </Tabs>
          {error !== undefined && (
            <p className="field-issue block full-width text-12 line-16 text-danger" role="alert">
              {error}
            </p>
          )}
          {links && (
            <div
              className="lost-links flex gap-10 text-13 line-18 text-secondary backdrop-level1 round-6"
              role="status"
              data-lost={links.lost > 0 || undefined}
            >
              <Unlink size={16} aria-hidden="true" />
              <p>
                {links.lost > 0 && <strong>{canvasFields.linksRemoved(links.lost)} </strong>}
                {links.text}
              </p>
            </div>
          )}
          {tryIt.place === 'main' && tryIt.content}
        </div>
        <aside className="condition-side shrinks backdrop-body line-left">
          {side}
          {tryIt.place === 'side' && tryIt.content}
        </aside>
      </div>
    </Dialog>
  )
}

/** *How to Use*: a button that opens the lines below it. */
function Help({ title, lines }: Props['help']) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link-button condition-how"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <CircleHelp size={14} aria-hidden="true" /> {title}
      </button>
      <ul
        id={id}
        className="condition-help text-13 line-18 text-secondary backdrop-level1 round-6"
        hidden={!isOpen}
      >
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

type CodeProps = {
  label: string
  language: 'javascript' | 'json'
  /** Replaces the code when the example is requested. */
  example?: string | undefined
  code: string
  onChange: (code: string) => void
}

const languageNames = { javascript: 'JavaScript', json: 'JSON' }

export function ConditionCode({ label, language, example, code, onChange }: CodeProps) {
  const { canvasFields } = useTexts()
  return (
    <div className="condition-code">
      <div className="field-bar row spread text-12 text-tertiary backdrop-level1 outlined-strong pad-0-8 height-28">
        {languageNames[language]}
        {example !== undefined && (
          <button type="button" className="link-button" onClick={() => onChange(example)}>
            {canvasFields.seeExample}
          </button>
        )}
      </div>
      <div className="field-editor block clips outlined-strong">
        <TextEditor label={label} language={language} lineNumbers value={code} onText={onChange} />
      </div>
    </div>
  )
}
