import { type Ref, Suspense } from 'react'
import { lazily } from '#client/components/on-demand.tsx'
import type { Chip } from './chip.ts'
import type { CodeLanguage } from './code-language.ts'

export type EditorHandle = {
  /** Writes at the cursor. */
  insert: (token: string) => void
  find: () => void
  focus: () => void
}

export type TextEditorProps = {
  value: string
  onText: (text: string) => void
  language: CodeLanguage
  id?: string | undefined
  label?: string | undefined
  labelledBy?: string | undefined
  describedBy?: string | undefined
  placeholder?: string | undefined
  lineNumbers?: boolean
  /** Long lines go on below instead of out of sight. */
  wrap?: boolean
  autoFocus?: boolean
  /** How a variable in the text is drawn; it stays text where nothing is given. */
  chips?: ((name: string) => Chip | undefined) | undefined
  onChip?: ((node: string) => void) | undefined
  /** `{{` has been typed, at this place of the window. */
  onBraces?: ((at: { x: number; y: number }) => void) | undefined
  handle?: Ref<EditorHandle>
}

const CodeMirror = lazily(async () => (await import('./code-mirror.tsx')).default)

/** An editor for long and for program texts: line numbers, find, colours. Fetched when the first one is opened. */
export function TextEditor(props: TextEditorProps) {
  return (
    <Suspense fallback={<pre className="code-waiting">{props.value}</pre>}>
      <CodeMirror {...props} />
    </Suspense>
  )
}
