import type { Rating } from '#shared/feedback.ts'
import type { Answer } from '../state/conversation.ts'
import { isOpen } from '../state/conversation.ts'
import { iconButton } from './buttons.ts'
import { askComment } from './comment-dialog.ts'
import { h, replaceChildren, setAttribute, watch } from './dom.ts'
import { icon } from './icons.ts'
import { timeOf, type View } from './view.ts'

type Circumstances = { isLast: boolean; canAskAgain: boolean }

/** The row below an answer: its time, and what can be done with it. */
export function createActions(view: View, key: string) {
  const { texts, settings, chat, language } = view
  let answer: Answer | undefined
  const time = h('time')
  const good = iconButton('good', texts.good, () => rate('THUMBS_UP'))
  const bad = iconButton('bad', texts.bad, () => rate('THUMBS_DOWN'))
  const listen = createListen(view, () => answer?.messageId)
  const copy = iconButton('copy', texts.copy, () => copyText(view, copy, answer?.text ?? ''))
  const again = iconButton('again', texts.askAgain, () => void chat.askAgain())
  const element = h('div', { class: 'actions', hidden: true }, time, listen, good, bad, copy, again)

  async function rate(value: Rating) {
    const isNew = answer?.rating?.value !== value
    try {
      if (isNew) {
        await chat.rate(key, value)
      }
      if (value === 'THUMBS_DOWN') {
        const comment = await askComment(view)
        await (comment && chat.rate(key, value, comment))
      }
      if (isNew) {
        view.notify(texts.thanks)
      }
    } catch {
      view.notify(texts.unreachable)
    }
  }

  function update(next: Answer, { isLast, canAskAgain }: Circumstances) {
    answer = next
    const { state, text, messageId, rating, date } = next
    const isRated = settings.offers.feedback && messageId !== undefined
    element.hidden = isOpen(next) || state === 'failed'
    time.dateTime = date
    time.textContent = timeOf(date, language)
    good.hidden = !isRated
    bad.hidden = !isRated
    setAttribute(good, 'aria-pressed', String(rating?.value === 'THUMBS_UP'))
    setAttribute(bad, 'aria-pressed', String(rating?.value === 'THUMBS_DOWN'))
    listen.hidden = settings.offers.voice === 'off' || messageId === undefined || text === ''
    copy.hidden = text === ''
    again.hidden = !isLast || !canAskAgain || next.wait !== undefined
  }

  return { element, update }
}

async function copyText({ texts, notify }: View, button: HTMLButtonElement, text: string) {
  try {
    await navigator.clipboard.writeText(text)
    replaceChildren(button, icon('check'))
    notify(texts.copied)
    setTimeout(() => replaceChildren(button, icon('copy')), 2_000)
  } catch {
    // A frame without the permission: the text can still be selected.
  }
}

function createListen({ texts, speaker, api, chat, signal }: View, messageIdOf: () => string | undefined) {
  const button = iconButton('speaker', texts.listen, () => {
    const messageId = messageIdOf()
    if (speaker.getState().now?.messageId === messageId) {
      speaker.stop()
    } else if (messageId) {
      const { chatId } = chat.getState()
      void speaker.play(messageId, (aborted) => api.speak(chatId, messageId, aborted))
    }
  })
  watch(
    speaker,
    signal,
    ({ now }) => now,
    (now) => {
      const state = now?.messageId === messageIdOf() && now ? (now.isPlaying ? 'playing' : 'loading') : 'off'
      const { label, shape } = listening[state]
      button.ariaLabel = texts[label]
      button.title = texts[label]
      replaceChildren(button, icon(shape))
    },
  )
  return button
}

const listening = {
  off: { label: 'listen', shape: 'speaker' },
  loading: { label: 'preparing', shape: 'busy' },
  playing: { label: 'stopListening', shape: 'stop' },
} as const
