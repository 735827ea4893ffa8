import { javascript } from '@codemirror/lang-javascript'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

export type CodeLanguage = 'javascript' | 'json' | 'text'

/** Maps colours of the default highlight style to theme classes. */
const looks: Record<string, string> = {
  '#708': 'cm-word',
  '#219': 'cm-figure',
  '#164': 'cm-figure',
  '#a11': 'cm-string',
  '#e40': 'cm-string',
  '#00f': 'cm-name',
  '#00c': 'cm-name',
  '#30a': 'cm-name',
  '#085': 'cm-name',
  '#167': 'cm-name',
  '#256': 'cm-name',
  '#940': 'cm-comment',
  '#404740': 'cm-comment',
}

const theme = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ tag, color, class: _, ...style }) => {
    const look = typeof color === 'string' ? looks[color] : undefined
    // Headings are bold, but not underlined.
    return look
      ? { tag, class: look }
      : { tag, ...style, ...(style.fontWeight && { textDecoration: 'none' }) }
  }),
)

/** Highlighting, indentation and, for code, diagnostics. `wrong` is the message at an unreadable position. */
export function languageOf(language: CodeLanguage, wrong: string): Extension {
  const highlighting = syntaxHighlighting(theme)
  switch (language) {
    case 'javascript':
      return [highlighting, javascript(), linter((view) => syntaxIssues(view, wrong))]
    case 'json':
      return [highlighting, json(), linter(jsonIssues)]
    default:
      return [highlighting, markdown()]
  }
}

const parseIssues = jsonParseLinter()

// Values of {{…}} exist only at run time: such text cannot be validated.
function jsonIssues(view: EditorView): Diagnostic[] {
  const text = view.state.doc.toString()
  return text.trim() === '' || text.includes('{{') ? [] : parseIssues(view)
}

function syntaxIssues(view: EditorView, message: string): Diagnostic[] {
  const issues: Diagnostic[] = []
  syntaxTree(view.state).iterate({
    enter({ type, from, to }) {
      if (type.isError && issues.length < 20) {
        const end = Math.max(to, Math.min(from + 1, view.state.doc.length))
        issues.push({ from: Math.min(from, end), to: end, severity: 'error', message })
      }
    },
  })
  return issues
}
