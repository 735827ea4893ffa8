import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import {
  closeSearchPanel,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { languageOf } from './code-language.ts'
import type { TextEditorProps } from './text-editor.tsx'
import { redrawChips, variableChips } from './variable-chips.ts'
import './editor.css'

export default function CodeMirror(props: TextEditorProps) {
  const { value, wrap = false, chips, handle, id, labelledBy, label, describedBy } = props
  const { canvasFields } = useTexts()
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(undefined)
  const wrapping = useRef(new Compartment())
  // Editor listeners outlive a render: they read the current props from this ref.
  const now = useRef(props)
  now.current = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes later is told to it below
  useEffect(() => {
    const view = new EditorView({
      parent: container.current as HTMLDivElement,
      doc: now.current.value,
      extensions: [
        basics(now.current, canvasFields.editorPhrases),
        languageOf(now.current.language, canvasFields.syntaxFault),
        wrapping.current.of(wrap ? EditorView.lineWrapping : []),
        chips
          ? variableChips(
              (name) => now.current.chips?.(name),
              (node) => now.current.onChip?.(node),
            )
          : [],
        EditorView.contentAttributes.of(
          attributes({ id, labelledBy, label, describedBy }, canvasFields.editorKeys),
        ),
        EditorView.updateListener.of(({ docChanged, state, view: changed }) => {
          if (docChanged) {
            now.current.onText(state.doc.toString())
            offerVariables(changed, now.current.onBraces)
          }
        }),
      ],
    })
    editor.current = view
    if (now.current.autoFocus) {
      view.focus()
    }
    return () => view.destroy()
  }, [])

  useEffect(() => {
    const view = editor.current
    const text = view?.state.doc.toString()
    if (view && text !== value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
    }
  }, [value])

  useEffect(() => {
    editor.current?.dispatch({
      effects: wrapping.current.reconfigure(wrap ? EditorView.lineWrapping : []),
    })
  }, [wrap])

  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn exactly when the chips change
  useEffect(() => {
    editor.current?.dispatch({ effects: redrawChips.of(null) })
  }, [chips])

  useImperativeHandle(handle, () => ({
    insert: (token) => insertToken(editor.current, token),
    find: () => editor.current && openSearchPanel(editor.current),
    focus: () => editor.current?.focus(),
  }))

  return (
    <div
      ref={container}
      className="code-mirror nodrag nowheel shrinks shrinks-y text-primary"
      data-language={props.language}
    />
  )
}

function basics(props: TextEditorProps, phrases: Record<string, string>): Extension {
  const isCode = props.language !== 'text'
  return [
    // Esc closes the find panel before the surrounding dialog.
    Prec.highest(
      keymap.of([
        { key: 'Escape', scope: 'editor search-panel', run: closeSearchPanel, stopPropagation: true },
      ]),
    ),
    props.lineNumbers ? [lineNumbers(), highlightActiveLine()] : [],
    isCode ? [bracketMatching(), indentOnInput(), keymap.of([indentWithTab])] : [],
    history(),
    drawSelection(),
    search({ top: true }),
    highlightSelectionMatches(),
    EditorState.phrases.of(phrases),
    placeholder(props.placeholder ?? ''),
    keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')]),
  ]
}

type Names = Pick<TextEditorProps, 'id' | 'label' | 'labelledBy' | 'describedBy'>

function attributes({ id, label, labelledBy, describedBy }: Names, keys: string): Record<string, string> {
  return {
    'aria-description': keys,
    spellcheck: 'false',
    ...(id && { id }),
    ...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label ?? '' }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  }
}

function offerVariables(view: EditorView, onBraces: TextEditorProps['onBraces']) {
  const { head } = view.state.selection.main
  if (onBraces && head >= 2 && view.state.sliceDoc(head - 2, head) === '{{') {
    const at = view.coordsAtPos(head)
    onBraces({ x: at?.left ?? 0, y: at?.bottom ?? 0 })
  }
}

function insertToken(view: EditorView | undefined, token: string) {
  if (!view) {
    return
  }
  const { from, to } = view.state.selection.main
  const start = token.startsWith('{{') && view.state.sliceDoc(from - 2, from) === '{{' ? from - 2 : from
  view.dispatch({
    changes: { from: start, to, insert: token },
    selection: { anchor: start + token.length },
    userEvent: 'input',
  })
  view.focus()
}
