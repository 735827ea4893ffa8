import type { Wait } from '../state/conversation.ts'
import { h } from './dom.ts'
import { renderMarkdown } from './markdown.ts'
import type { View } from './view.ts'

/** A question of the run to the visitor, with two buttons. */
export function createWait({ texts, chat }: View, wait: Wait, canAnswer: boolean) {
  const { labels, title, feedback: hint } = texts.waits
  const feedback = h('textarea', { rows: 1, placeholder: hint, 'aria-label': hint, disabled: !canAnswer })
  const button = (type: 'proceed' | 'reject', stored: string, name: string) => {
    // Flows may name their own buttons; only the default names are translated.
    const label = stored in labels ? labels[stored as keyof typeof labels] : stored
    const answer = () => chat.answerWait(type, label, feedback.value.trim())
    return h('button', { type: 'button', class: name, disabled: !canAnswer, onclick: answer }, label)
  }
  return h(
    'section',
    { class: 'card', 'aria-label': title },
    h('div', { class: 'md' }, ...renderMarkdown(wait.text, texts)),
    wait.takesFeedback && feedback,
    h(
      'div',
      { class: 'buttons' },
      button('reject', wait.reject, 'plain-button'),
      button('proceed', wait.approve, 'main-button'),
    ),
  )
}
