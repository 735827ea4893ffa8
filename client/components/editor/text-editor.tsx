import { type Ref, Suspense } from 'react'
import { lazily } from '#client/components/on-demand.tsx'
import type { Chip } from './chip.ts'
import type { CodeLanguage } from './code-language.ts'

export type EditorHandle = {
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
  wrap?: boolean
  autoFocus?: boolean
  /** How a variable in the text is drawn; it stays plain text when undefined is returned. */
  chips?: ((name: string) => Chip | undefined) | undefined
  onChip?: ((node: string) => void) | undefined
  /** Called after `{{` was typed, with window coordinates. */
  onBraces?: ((at: { x: number; y: number }) => void) | undefined
  handle?: Ref<EditorHandle>
}

const CodeMirror = lazily(async () => (await import('./code-mirror.tsx')).default)

/** Editor for long texts and code: line numbers, find, highlighting. Loaded lazily. */
export function TextEditor(props: TextEditorProps) {
  return (
    <Suspense
      fallback={<pre className="code-waiting clips pre-wrap text-tertiary flush pad-8-10">{props.value}</pre>}
    >
      <CodeMirror {...props} />
    </Suspense>
  )
}
