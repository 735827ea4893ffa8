import type { LeadForm } from '#shared/chatbot.ts'
import { checkLeadField, type LeadField } from '#shared/lead-fields.ts'
import { Rejection } from '../state/visitor-api.ts'
import { h } from './dom.ts'
import { createField } from './field.ts'
import type { View } from './view.ts'

const kinds = {
  name: { autocomplete: 'name', type: 'text' },
  email: { autocomplete: 'email', type: 'email' },
  phone: { autocomplete: 'tel', type: 'tel' },
} as const

/** Asks the visitor for contact details before the first question. */
export function createLeadForm(view: View, { title, fields }: LeadForm) {
  const { texts, chat, focusInput } = view
  const inputs = fields.map((name) => ({
    name,
    field: createField({ label: texts.lead[name], maxlength: name === 'phone' ? 40 : 200, ...kinds[name] }),
  }))
  const issue = h('p', { class: 'issue', role: 'alert' })
  const submit = h('button', { class: 'main-button' }, texts.startChat)

  function check(name: LeadField, text: string) {
    const sentence = text === '' ? texts.fillIn : checkLeadField(name, text)
    return sentence && (texts.sentences[sentence] ?? sentence)
  }

  async function send(event: Event) {
    event.preventDefault()
    issue.textContent = ''
    const checked = inputs.map(({ name, field }) => field.report(check(name, field.value())))
    const wrong = checked.indexOf(false)
    if (wrong >= 0) {
      inputs[wrong]?.field.focus()
      return
    }
    submit.disabled = true
    try {
      await chat.leaveLead(Object.fromEntries(inputs.map(({ name, field }) => [name, field.value()])))
      focusInput()
    } catch (error) {
      submit.disabled = false
      const sentence = error instanceof Rejection ? error.message : texts.unreachable
      issue.textContent = texts.sentences[sentence] ?? sentence
    }
  }

  return h(
    'form',
    { class: 'card', novalidate: true, 'aria-label': title || texts.leadTitle, onsubmit: send },
    h('h2', {}, title || texts.leadTitle),
    ...inputs.map(({ field }) => field.element),
    issue,
    h('div', { class: 'buttons' }, submit),
  )
}
