import { Button } from '@mui/joy'
import { type KeyboardEvent, useId, useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { downloadText } from '#client/components/download.ts'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Tool, ToolUse } from '#shared/tools.ts'
import { exampleCode } from './example-code.ts'
import { HelpDialog } from './help-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { SchemaGrid } from './schema-grid.tsx'
import { TestPanel } from './test-panel.tsx'
import { fileNameOf, type ToolContents, writeTool } from './tool-file.ts'
import { type Edited, useToolForm } from './use-tool-form.ts'

/** Sandbox limits; keep in sync with server/upstream/scripts/script-contract.ts. */
const SECONDS = 10
const MEGABYTES = 32

type Props = {
  edited: Edited
  use: ToolUse | undefined
  isFromFile: boolean
  /** Called instead of closing. */
  onSaved?: (tool: Tool) => void
  onClose: () => void
  onDelete: () => void
  onTemplate: (contents: ToolContents) => void
}

export function ToolEditor({
  edited,
  use,
  isFromFile,
  onClose,
  onSaved = onClose,
  onDelete,
  onTemplate,
}: Props) {
  const { tools, common } = useTexts()
  const { editor: texts } = tools
  const [over, setOver] = useState<'paste' | 'help'>()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const hintId = useId()
  const tool = useToolForm(edited, onSaved)
  const { form, contents, isReady, isSaving } = tool
  const isStored = edited.id !== undefined

  async function close() {
    const isConfirmed =
      !(tool.isDirty || isFromFile) ||
      (await confirm({
        title: texts.discardTitle,
        description: texts.discardText,
        confirmButtonName: texts.discard,
        cancelButtonName: texts.keepEditing,
        danger: true,
      }))
    if (isConfirmed) {
      onClose()
    }
  }

  return (
    <>
      <Dialog
        title={isStored ? texts.editTitle : texts.createTitle}
        glyph={
          <span className="tool-glyph inline-block">
            <KindGlyph kind="tool" silent />
          </span>
        }
        description={describe(use, isFromFile, texts)}
        size="xl"
        flush
        onClose={() => void close()}
        locked={isSaving}
        form={form.handlers}
        actions={
          isStored && (
            <>
              <Button
                size="sm"
                variant="plain"
                color="neutral"
                className="tool-head-action"
                onClick={() => downloadText(fileNameOf(contents()), writeTool(contents()))}
              >
                {tools.exportJson}
              </Button>
              <Button
                size="sm"
                variant="plain"
                color="neutral"
                className="tool-head-action"
                onClick={() => onTemplate(contents())}
              >
                {tools.saveTemplate}
              </Button>
            </>
          )
        }
        footer={
          <FormFooter
            submit={isStored ? common.save : texts.create}
            busy={common.saving}
            isBusy={isSaving}
            isReady={isReady}
            hintId={hintId}
            onCancel={() => void close()}
          >
            {isStored && (
              <Button variant="plain" color="danger" disabled={isSaving} onClick={onDelete}>
                {common.delete}
              </Button>
            )}
            <span id={hintId} className="tool-hint text-12 text-tertiary self-center pushed-left">
              {!isReady && texts.isMissing}
            </span>
          </FormFooter>
        }
      >
        <div className="tool-editor grid grows line-above margin-top-8">
          <div className="tool-form grid shrinks gap-28 content-start one-column">
            {tool.problem !== null && <FormBanner>{errorText(tool.problem)}</FormBanner>}
            <div className="tool-words grid gap-20">
              <FormField
                label={texts.name}
                name="name"
                className="row-mono"
                required
                value={tool.name}
                onChange={({ target }) => tool.setName(target.value)}
                errors={form.errors}
                help={texts.nameHelp}
                autoFocus={!isStored}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <FormField
                label={texts.description}
                name="description"
                required
                value={tool.description}
                onChange={({ target }) => tool.setDescription(target.value)}
                errors={form.errors}
                help={texts.descriptionHelp}
                autoComplete="off"
              />
            </div>
            <SchemaGrid
              rows={tool.rows}
              issues={tool.faults}
              onChange={tool.changeRows}
              onPaste={() => setOver('paste')}
            />
            <CodeSection func={tool.func} onFunc={tool.setFunc} onHelp={() => setOver('help')} />
          </div>
          <TestPanel rows={tool.rows} func={tool.func} />
        </div>
      </Dialog>
      {over === 'paste' && (
        <PasteDialog
          onAdd={(added) => {
            tool.changeRows([...tool.rows, ...added])
            setOver(undefined)
          }}
          onClose={() => setOver(undefined)}
        />
      )}
      {over === 'help' && (
        <HelpDialog
          property={tool.rows.find(({ property }) => property !== '')?.property ?? 'order_id'}
          onClose={() => setOver(undefined)}
        />
      )}
    </>
  )
}

type Words = ReturnType<typeof useTexts>['tools']['editor']

function describe(use: ToolUse | undefined, isFromFile: boolean, texts: Words) {
  if (isFromFile) {
    return texts.fromFile
  }
  return use && texts.usedIn(use.flows.map(({ name }) => name).join(', '))
}

type CodeProps = { func: string; onFunc: (func: string) => void; onHelp: () => void }

function CodeSection({ func, onFunc, onHelp }: CodeProps) {
  const { editor: texts } = useTexts().tools
  const id = useId()
  // Esc leaves the editor and must not close the dialog.
  const stayOpen = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
    }
  }
  return (
    <section className="tool-code">
      <div className="tool-section-head row wraps gap-4-12 min-height-32 margin-bottom-8">
        <h3 id={`${id}-label`}>{texts.code}</h3>
        <button
          type="button"
          className="tool-link text-accent no-background borderless pressable underlined-on-hover"
          onClick={onHelp}
        >
          {texts.howTo}
        </button>
        {func.trim() === '' && (
          <button
            type="button"
            className="tool-link text-accent no-background borderless pressable underlined-on-hover"
            onClick={() => onFunc(exampleCode)}
          >
            {texts.example}
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of the editor in it */}
      <div
        className="tool-code-room clips backdrop-level1 outlined-strong margin-bottom-8 round-sm"
        onKeyDown={stayOpen}
      >
        <TextEditor
          language="javascript"
          lineNumbers
          labelledBy={`${id}-label`}
          describedBy={`${id}-help`}
          value={func}
          onText={onFunc}
        />
      </div>
      <p id={`${id}-help`} className="tool-note text-12 line-18 text-tertiary">
        {texts.codeHelp(SECONDS, MEGABYTES)}
      </p>
    </section>
  )
}
