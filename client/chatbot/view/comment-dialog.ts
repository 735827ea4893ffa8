import { openDialog } from './dialog.ts'
import { h } from './dom.ts'
import type { View } from './view.ts'

const MAX_CHARACTERS = 4_000

/** What the visitor says about a bad answer; undefined for nothing. */
export function askComment(view: View): Promise<string | undefined> {
  const { texts } = view
  return new Promise((resolve) => {
    const field = h('textarea', {
      ...{ rows: 3, maxlength: MAX_CHARACTERS, placeholder: texts.commentHint },
      ...{ 'aria-label': texts.comment, autofocus: true },
    })
    const form = h(
      'form',
      {
        onsubmit: (event: Event) => {
          event.preventDefault()
          resolve(field.value.trim() || undefined)
          close()
        },
      },
      field,
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'plain-button', onclick: () => close() }, texts.skip),
        h('button', { class: 'main-button' }, texts.sendComment),
      ),
    )
    const { close } = openDialog(view, {
      title: texts.commentTitle,
      content: [form],
      onClose: () => resolve(undefined),
    })
  })
}
