import { EditorView } from '@codemirror/view'
import { screen, within } from '@testing-library/react'

/**
 * Inserts text at the end of a CodeMirror editor through a dispatch. happy-dom reports a new selection
 * synchronously, which breaks the editor, so real key presses are left to browser tests.
 */
export async function writeInto(name: string | RegExp, text: string, container: HTMLElement = document.body) {
  const view = await editorOf(name, container)
  view.dispatch({ changes: { from: view.state.doc.length, insert: text }, userEvent: 'input.type' })
}

export async function writeOver(name: string | RegExp, text: string, container: HTMLElement = document.body) {
  const view = await editorOf(name, container)
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input.type' })
}

async function editorOf(name: string | RegExp, container: HTMLElement): Promise<EditorView> {
  const box = await (container === document.body ? screen : within(container)).findByRole('textbox', { name })
  const view = EditorView.findFromDOM(box)
  if (!view) {
    throw new Error(`${String(name)} is no editor for long texts.`)
  }
  return view
}
