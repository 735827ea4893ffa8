import { EditorView } from '@codemirror/view'
import { screen, within } from '@testing-library/react'

/**
 * Writes into an editor for long texts, at its end, as a key press would. happy-dom tells of a new selection at once and
 * not after it, which the editor cannot bear: so the keys themselves are left to the browser.
 */
export async function writeInto(name: string | RegExp, text: string, container: HTMLElement = document.body) {
  const view = await editorOf(name, container)
  view.dispatch({ changes: { from: view.state.doc.length, insert: text }, userEvent: 'input.type' })
}

/** Exchanges all that stands in an editor. */
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
