import { MAX_UPLOADS } from '#shared/uploads.ts'
import { Rejection } from '../state/visitor-api.ts'
import type { Attachment, Issue } from '../uploads/attachment.ts'
import { isImage } from '../uploads/attachment.ts'
import { iconButton } from './buttons.ts'
import { h, replaceChildren, watch } from './dom.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

/** Files of the next question. Errors are shown at the file. */
export function createAttachments(view: View, onEmpty: () => void) {
  const { chat, signal, texts } = view
  const list = h('ul', { class: 'files', 'aria-label': texts.attached })

  function remove(id: string) {
    const place = chat.getState().attachments.findIndex((each) => each.id === id)
    chat.removeFile(id)
    const buttons = list.querySelectorAll('button')
    const next = buttons[Math.min(place, buttons.length - 1)]
    if (next) {
      next.focus()
    } else {
      onEmpty()
    }
  }

  watch(
    chat,
    signal,
    ({ attachments }) => attachments,
    (attachments) => {
      list.hidden = attachments.length === 0
      replaceChildren(list, ...attachments.map((each) => chip(each, view, () => remove(each.id))))
    },
  )
  return list
}

function chip(attachment: Attachment, { texts, language }: View, onRemove: () => void) {
  const { name, state, size } = attachment
  const picture =
    state === 'ready' && isImage(attachment)
      ? h('img', { src: attachment.upload.data, alt: '' })
      : icon(({ reading: 'busy', failed: 'warning', ready: 'document' } as const)[state])
  const below = {
    failed: () => h('small', { role: 'alert' }, state === 'failed' && issueText(attachment.issue, texts)),
    reading: () => h('small', {}, texts.reading),
    ready: () => h('small', {}, bytesText(size, language)),
  }[state]()
  return h(
    'li',
    { 'data-state': state },
    picture,
    h('span', { class: 'file-words' }, h('span', { title: name }, name), below),
    iconButton('close', texts.remove(name), onRemove),
  )
}

function issueText(issue: Issue, texts: View['texts']) {
  switch (issue.type) {
    case 'refused': {
      const sentence = issue.error instanceof Rejection ? issue.error.message : texts.unreachable
      return texts.sentences[sentence] ?? sentence
    }
    case 'size':
      return texts.issues.size(String(issue.megabytes))
    case 'many':
      return texts.issues.many(String(MAX_UPLOADS))
    default:
      return texts.issues[issue.type]
  }
}

export function bytesText(bytes: number, language: string) {
  const [unit, amount] =
    bytes < 1_000_000 ? (['kilobyte', bytes / 1_000] as const) : (['megabyte', bytes / 1_000_000] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount)
}
