import type { StoredChat } from '../state/device.ts'
import { iconButton } from './buttons.ts'
import { openDialog } from './dialog.ts'
import { h, replaceChildren, setAttribute, watch } from './dom.ts'
import type { View } from './view.ts'

/** Conversations on this device, to go on with or to remove. */
export function openPastChats(view: View) {
  const { texts, chat } = view
  const ended = new AbortController()
  const list = h('ul', { class: 'chats' })
  const { close } = openDialog(view, {
    title: texts.pastChats,
    content: [h('p', { class: 'quiet' }, texts.pastText), list],
    onClose: () => ended.abort(),
  })
  watch(
    chat,
    ended.signal,
    ({ chats }) => chats,
    (chats) =>
      replaceChildren(
        list,
        ...chats.map((stored) => chatRow(stored, view, close)),
        chats.length === 0 && h('li', { class: 'quiet' }, texts.pastEmpty),
      ),
  )
}

function chatRow({ id, date, exchanges }: StoredChat, view: View, close: () => void) {
  const { texts, chat, language } = view
  const title = exchanges.find(({ question }) => question.text !== '')?.question.text ?? texts.untitled
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const open = h(
    'button',
    {
      type: 'button',
      onclick: () => {
        chat.open(id)
        close()
      },
    },
    h('span', {}, title),
    h('time', { datetime: date }, when.format(new Date(date))),
  )
  setAttribute(open, 'aria-current', id === chat.getState().chatId && 'true')
  return h(
    'li',
    {},
    open,
    iconButton('remove', texts.removeChat(title), () => chat.remove(id)),
  )
}
