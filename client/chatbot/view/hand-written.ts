import type { HandWritten } from '../state/conversation.ts'
import { h, slot, watch } from './dom.ts'
import { sentFiles } from './question.ts'
import { timeOf, type View } from './view.ts'

/** What operators have written after an answer, with a line where one of them joins. */
export function createHandWritten(view: View, chatId: string) {
  const { texts, language } = view
  return slot((list: readonly HandWritten[] = []) =>
    list.flatMap(({ name, text, date, files = [] }, index) => {
      const time = timeOf(date, language)
      return [
        name !== list[index - 1]?.name && h('p', { class: 'joined' }, texts.joined(name, time)),
        h(
          'article',
          { class: 'person', 'aria-label': texts.messageOf(name, time) },
          h('b', {}, name),
          sentFiles(files, chatId, view),
          text !== '' && h('p', { class: 'plain' }, text),
        ),
      ]
    }),
  )
}

/** Reads new messages of operators to screen readers, and shows who types. */
export function createTyping({ chat, signal, texts, announceText }: View) {
  const line = h('p', { class: 'typing' })
  let known = lastOf(chat.getState())?.id
  watch(chat, signal, lastOf, (last) => {
    if (last && last.id !== known) {
      known = last.id
      announceText(`${last.name}: ${last.text}`)
    }
  })
  watch(
    chat,
    signal,
    ({ operator, isTyping }) => (isTyping ? operator : ''),
    (name = '') => {
      line.textContent = name && texts.typing(name)
    },
  )
  return line
}

function lastOf({ exchanges }: ReturnType<View['chat']['getState']>) {
  return exchanges.at(-1)?.byHand?.at(-1)
}
