import { Button } from '@mui/joy'
import { Search, WrapText } from 'lucide-react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import type { CodeLanguage } from '#client/components/editor/code-language.ts'
import { type EditorHandle, TextEditor } from '#client/components/editor/text-editor.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import {
  canBeTried,
  countTokens,
  describer,
  formatJson,
  isWrongJson,
  useShowSource,
  useStoredVariables,
} from '../fields/fields.ts'
import { textOf } from '../graph/field-values.ts'
import { profileOf, tokenOf } from '../graph/variables.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldDialogProps } from './dialogs.tsx'
import { CostHint, TextSide } from './text-side.tsx'
import { TryCode } from './try-code.tsx'
import './text-dialog.css'

const languages: Record<string, CodeLanguage> = { json: 'json', code: 'javascript' }

/** Dialog with an editor for long texts and code. */
export function TextDialog({ node, path, input, nodeLabel, value, onApply, onClose }: FieldDialogProps) {
  const { aiHelp, canvas, canvasFields, common, nodes } = useTexts()
  const confirm = useConfirm()
  const stored = textOf(value)
  const [text, setText] = useState(stored)
  const [wrap, setWrap] = useState(true)
  const editor = useRef<EditorHandle>(null)
  const [filter, setFilter] = useState(0)
  const language = languages[input.type] ?? 'text'
  const wrong = language === 'json' && isWrongJson(text)
  const field = path.split('/')[0] ?? path
  const chips = useChips(node, field)
  const show = useShowSource()
  const profile = useProfile(node)
  const [hasUnusedDraft, setUnusedDraft] = useState(false)
  const isChanged = text !== stored

  async function close() {
    const options = {
      title: canvas.discardTitle,
      description: hasUnusedDraft && aiHelp.draftUnused,
      confirmButtonName: canvas.discard,
      danger: true,
    }
    if (!(isChanged || hasUnusedDraft) || (await confirm(options))) {
      onClose()
    }
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isChanged) {
      onApply(text)
      onClose()
    } else {
      await close()
    }
  }

  return (
    <Dialog
      title={input.label}
      description={nodeLabel}
      size="xl"
      flush
      form={{ onSubmit }}
      onClose={close}
      footer={
        <>
          <span className="expand-count text-tertiary self-center pushed-left">
            {canvasFields.tokens(countTokens(text))}
            {language === 'text' && <CostHint node={node} text={text} />}
          </span>
          <span className="expand-keys text-13 text-tertiary self-center">
            {canvasFields.ctrlEnterApplies}
          </span>
          <Button variant="plain" color="neutral" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit">{canvas.apply}</Button>
        </>
      }
    >
      <div className="expand-rooms grid line-above one-column" data-side={language === 'text' || undefined}>
        <div className="expand-main stack shrinks shrinks-y">
          <div
            className="expand-bar row gap-4 rigid at-end pad-0-12"
            role="toolbar"
            aria-label={canvasFields.editorTools}
          >
            {language === 'json' && (
              <button
                type="button"
                className="link-button"
                disabled={wrong}
                onClick={() => setText(formatJson(text))}
              >
                {nodes.format}
              </button>
            )}
            {language === 'javascript' && input.codeExample !== undefined && (
              <button type="button" className="link-button" onClick={() => setText(input.codeExample ?? '')}>
                {canvasFields.seeExample}
              </button>
            )}
            <button
              type="button"
              className="icon-button"
              aria-label={canvasFields.find}
              title={canvasFields.find}
              onClick={() => editor.current?.find()}
            >
              <Search size={16} />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-pressed={wrap}
              aria-label={canvasFields.wrap}
              title={canvasFields.wrap}
              onClick={() => setWrap(!wrap)}
            >
              <WrapText size={16} />
            </button>
          </div>
          <TextEditor
            handle={editor}
            label={input.label}
            language={language}
            lineNumbers
            autoFocus
            wrap={wrap}
            value={text}
            onText={setText}
            placeholder={input.placeholder}
            {...(language === 'text' && {
              chips,
              onBraces: () => setFilter((count) => count + 1),
              onChip: (source: string) => {
                onApply(text)
                onClose()
                show(source)
              },
            })}
          />
          {wrong && (
            <p className="field-issue block full-width text-12 line-16 text-danger" role="alert">
              {nodes.notJson}
            </p>
          )}
          {canBeTried(input) && <TryCode node={node} code={text} />}
        </div>
        {language === 'text' && (
          <TextSide
            node={node}
            input={field}
            text={text}
            requested={filter}
            onPick={(name) => editor.current?.insert(tokenOf(name, profile))}
            onInsert={(draft) => editor.current?.insert(draft)}
            onReplace={(draft) => {
              setText(draft)
              editor.current?.focus()
            }}
            onDraft={setUnusedDraft}
          />
        )}
      </div>
    </Dialog>
  )
}

// The graph does not change while the dialog is open.
function useChips(node: string, input: string) {
  const store = useCanvasStore()
  const vars = useStoredVariables(true)
  return useMemo(
    () =>
      describer(
        store.getState(),
        { node, input },
        vars?.map(({ name }) => name),
      ),
    [store, node, input, vars],
  )
}

function useProfile(node: string) {
  const store = useCanvasStore()
  return profileOf(store.getState().graph.nodes.get(node))
}
