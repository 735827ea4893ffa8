import { h, setAttribute } from './dom.ts'

type Options = { label: string; type: string; maxlength: number; autocomplete?: string }

let fields = 0

/** A labelled text field with room for an issue. */
export function createField({ label, ...attributes }: Options) {
  fields += 1
  const id = `field-${fields}`
  const input = h('input', { id, ...attributes, oninput: () => report(undefined) })
  const issue = h('p', { id: `${id}-issue`, class: 'issue', hidden: true })
  const element = h('div', { class: 'field' }, h('label', { for: id }, label), input, issue)

  /** Shows an issue, or none. Returns whether the field is valid. */
  function report(sentence: string | undefined) {
    issue.textContent = sentence ?? ''
    issue.hidden = sentence === undefined
    setAttribute(input, 'aria-invalid', sentence !== undefined && 'true')
    setAttribute(input, 'aria-describedby', sentence !== undefined && issue.id)
    return sentence === undefined
  }

  return { element, report, focus: () => input.focus(), value: () => input.value.trim() }
}
