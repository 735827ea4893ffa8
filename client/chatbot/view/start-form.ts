import type { StartField, StartForm } from '#shared/start-form.ts'
import { isOpen } from '../state/conversation.ts'
import { h, watch } from './dom.ts'
import type { View } from './view.ts'

type Value = string | number | boolean

/** Takes the place of the message field when an agent flow starts with a form. */
export function createStartForm(view: View, { title, description, fields }: StartForm) {
  const { texts, chat, signal } = view
  const inputs = fields.map((field) => ({ field, ...createInput(field) }))
  const run = h('button', { class: 'main-button' }, texts.run)

  function submit(event: Event) {
    event.preventDefault()
    const values = inputs.map(({ field, value }) => ({ ...field, value: value() }))
    const question = values.map(({ label, value }) => `${label}: ${value}`).join('\n')
    void chat.send(question, { form: Object.fromEntries(values.map(({ name, value }) => [name, value])) })
  }

  watch(
    chat,
    signal,
    ({ exchanges, needsLead }) => needsLead || exchanges.some(({ answer }) => isOpen(answer)),
    (isBusy) => {
      run.disabled = isBusy
    },
  )
  return h(
    'form',
    { class: 'composer start-form', 'aria-label': title || texts.startForm, onsubmit: submit },
    title !== '' && h('h2', {}, title),
    description !== '' && h('p', {}, description),
    ...inputs.map(({ element }) => element),
    h('div', { class: 'buttons' }, run),
  )
}

function createInput({ label, type, options }: StartField): { element: HTMLElement; value(): Value } {
  if (type === 'boolean') {
    const input = h('input', { type: 'checkbox' })
    return { element: h('label', { class: 'check' }, input, label), value: () => input.checked }
  }
  if (type === 'options') {
    const input = h('select', {}, ...options.map((option) => h('option', {}, option)))
    return { element: h('label', { class: 'field' }, label, input), value: () => input.value }
  }
  const isNumber = type === 'number'
  const input = h('input', { type: isNumber ? 'number' : 'text', step: isNumber && 'any' })
  return {
    element: h('label', { class: 'field' }, label, input),
    value: () => (isNumber ? Number(input.value) : input.value),
  }
}
