import { Braces, Maximize2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'
import { textOf } from '../graph/field-values.ts'
import { BrokenVariables, TextChips } from '../variables/text-chips.tsx'
import { VariablePicker } from '../variables/variable-picker.tsx'
import type { FieldProps } from './field-props.ts'
import { useDraft } from './use-draft.ts'

export function TextField(props: FieldProps) {
  const { node, value, onChange } = props
  const draft = useDraft(textOf(value), (text) => {
    onChange(text, true)
    return true
  })
  return node === undefined ? (
    <TextBox {...props} draft={draft} />
  ) : (
    <VariableText {...props} node={node} draft={draft} />
  )
}

/** Variables are offered in prompts only; elsewhere they are just displayed as chips. */
function takesVariables({ acceptVariable, rows, type }: TemplateInput): boolean {
  return type === 'string' && Boolean(acceptVariable || rows)
}

type Draft = ReturnType<typeof useDraft>
type Spot = { at: Element; caret: number }

/** A node's text: variables are chips while it is not being edited, and `{{` lists variables. */
function VariableText(props: FieldProps & { node: string; draft: Draft }) {
  const { input, node, draft, place } = props
  const { canvasFields } = useTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const [spot, setSpot] = useState<Spot>()
  const named = { node, input: input.name, text: draft.text }
  const hasTokens = draft.text.includes('{{')

  function openHelp() {
    if (area.current) {
      setSpot({ at: area.current, caret: area.current.selectionStart })
    }
  }

  function insert(token: string, caret: number) {
    const before = draft.text.slice(0, caret).replace(/\{\{$/, '')
    draft.change(`${before}${token}${draft.text.slice(caret)}`)
    draft.flush()
    setSpot(undefined)
    requestAnimationFrame(() => {
      area.current?.focus({ preventScroll: true })
      area.current?.setSelectionRange(before.length + token.length, before.length + token.length)
    })
  }

  return (
    <>
      <TextBox
        {...props}
        area={area}
        onBraces={takesVariables(input) ? openHelp : undefined}
        over={hasTokens && <TextChips {...named} />}
        tool={
          takesVariables(input) && place === 'panel' ? (
            <button
              type="button"
              className="icon-button nodrag"
              aria-label={canvasFields.insertVariableInto(input.label)}
              onClick={openHelp}
            >
              <Braces size={13} />
            </button>
          ) : undefined
        }
      />
      {hasTokens && place === 'panel' && <BrokenVariables {...named} />}
      {spot && (
        <VariablePicker
          at={spot.at}
          node={node}
          input={input.name}
          onPick={(token) => insert(token, spot.caret)}
          onClose={() => {
            setSpot(undefined)
            area.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}

type BoxProps = FieldProps & {
  draft: Draft
  area?: RefObject<HTMLTextAreaElement | null>
  onBraces?: (() => void) | undefined
  /** Overlay shown while the text is not being edited. */
  over?: ReactNode
  tool?: ReactNode
}

function TextBox(props: BoxProps) {
  const { input, id, labelId, describedBy, place, onExpand, draft, area, onBraces, over, tool } = props
  const { nodes } = useTexts()
  const long = Boolean(input.rows) || draft.text.includes('\n')

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !long && !event.shiftKey && !event.ctrlKey) {
      event.preventDefault()
      draft.flush()
    }
  }

  // Text of several lines opens in the panel, because a card has no space for it.
  function onPaste(event: ClipboardEvent) {
    if (place === 'card' && event.clipboardData.getData('text').includes('\n')) {
      setTimeout(() => {
        draft.flush()
        onExpand?.()
      })
    }
  }

  return (
    <span
      className="field-well field-text row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left"
      data-chips={over ? '' : undefined}
    >
      <span className="field-stack grid grows shrinks">
        <textarea
          ref={area}
          id={id}
          className="nodrag nowheel grows shrinks no-background borderless inherits-color no-outline unpadded inherits-font"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          rows={place !== 'card' && long ? Math.max(3, input.rows ?? 3) : 1}
          placeholder={input.placeholder ?? ''}
          value={draft.text}
          onChange={({ target }) => {
            draft.change(target.value)
            if (
              target.value.slice(0, target.selectionStart).endsWith('{{') &&
              target.value.length > draft.text.length
            ) {
              onBraces?.()
            }
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          spellCheck={long}
          {...draft.focus}
        />
        {over}
      </span>
      {tool}
      {onExpand && (long || tool !== undefined) && (
        <button
          type="button"
          className="icon-button nodrag"
          aria-label={nodes.expand(input.label)}
          onClick={onExpand}
        >
          <Maximize2 size={12} />
        </button>
      )}
    </span>
  )
}

/** Estimates the tokens of a text: four bytes each. */
export function countTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4)
}
