import type { ChatLanguage } from '#shared/chat-look.ts'
import { typesOf } from '../uploads/attachment.ts'
import { createComposer, isTouch } from './composer.ts'
import { h, watch } from './dom.ts'
import { createHeader } from './header.ts'
import { createStartForm } from './start-form.ts'
import { applyTheme } from './theme.ts'
import { createThread } from './thread.ts'
import type { View } from './view.ts'

type Options = Omit<View, 'root' | 'notify' | 'announceText' | 'focusInput'> & {
  onLanguage(language: ChatLanguage): void
  onClose?: (() => void) | undefined
}

const NOTICE_MS = 4_000

/** The whole chat. It is built again for another language. */
export function createChatView({ onLanguage, onClose, ...options }: Options) {
  const { settings, language, signal } = options
  const root = h('div', { class: 'chat', lang: language })
  const spoken = h('p', { class: 'hidden', role: 'status' })
  const notice = h('p', { class: 'notice', role: 'status' })
  let hiding: ReturnType<typeof setTimeout> | undefined
  const view: View = {
    ...options,
    root,
    notify(sentence) {
      notice.textContent = sentence
      clearTimeout(hiding)
      hiding = setTimeout(() => notice.replaceChildren(), NOTICE_MS)
    },
    announceText(text) {
      spoken.textContent = text
    },
    focusInput() {
      if (!isTouch()) {
        composer.input.focus()
      }
    },
  }
  const composer = createComposer(view)
  const bottom = settings.startForm ? createStartForm(view, settings.startForm) : composer.form
  root.append(
    createHeader(view, { onLanguage, onClose }),
    ...createThread(view),
    h('div', { class: 'bottom' }, createConnection(view), notice, bottom, footer(view)),
    spoken,
  )
  acceptDrops(root, view)
  watch(
    view.speaker,
    signal,
    ({ failures }) => failures,
    (failures) => failures > 0 && view.notify(view.texts.cannotListen),
  )
  applyTheme(root, settings.appearance, signal)
  return { element: root, focus: () => composer.input.focus() }
}

function footer({ texts }: View) {
  return h('p', { class: 'foot' }, `${texts.footer} · `, h('b', {}, 'Flowtill'))
}

/** Says that the connection is lost, and that it is being restored. */
function createConnection({ chat, texts, signal }: View) {
  const line = h('p', { class: 'connection', role: 'status' })
  const paint = () => {
    const isAgain = chat.getState().connection === 'again'
    line.textContent = navigator.onLine ? (isAgain ? texts.reconnecting : '') : texts.offline
  }
  addEventListener('online', paint, { signal })
  addEventListener('offline', paint, { signal })
  watch(chat, signal, ({ connection }) => connection, paint)
  return line
}

function acceptDrops(root: HTMLElement, { settings, chat, texts, signal }: View) {
  if (typesOf(settings.offers).length === 0) {
    return
  }
  const cover = h('p', { class: 'drop', hidden: true }, texts.drop)
  root.append(cover)
  const hide = () => {
    cover.hidden = true
  }
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) {
      event.preventDefault()
      cover.hidden = false
    }
  }
  root.addEventListener('dragover', over, { signal })
  root.addEventListener('dragleave', (event) => event.target === cover && hide(), { signal })
  root.addEventListener(
    'drop',
    (event) => {
      event.preventDefault()
      hide()
      chat.addFiles([...(event.dataTransfer?.files ?? [])])
    },
    { signal },
  )
}
