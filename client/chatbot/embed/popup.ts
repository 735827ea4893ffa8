import type { ChatLanguage } from '#shared/chat-look.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import { mountChat, visitorTexts } from '../mount-chat.ts'
import type { VisitorApi } from '../state/visitor-api.ts'
import { h, replaceChildren } from '../view/dom.ts'
import { icon } from '../view/icons.ts'
import { applyTheme } from '../view/theme.ts'
import styles from './popup.css?inline'

export type Side = 'left' | 'right'

type Options = {
  settings: VisitorChat
  api: VisitorApi
  language: ChatLanguage
  side?: Side
  open?: boolean
}

const phone = '(max-width: 599px)'

/** A button in the corner of the page that opens the chat; on phones the chat fills the screen. */
export function createPopup({ settings, api, language, side = 'right', open: opensAtOnce = false }: Options) {
  const key = `flowtill-open:${settings.id}`
  const ended = new AbortController()
  const host = h('div')
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  shadow.adoptedStyleSheets = [sheet]

  const title = settings.appearance.texts[language].title || settings.name
  const texts = visitorTexts[language]
  const inside = h('div', { class: 'inside' })
  const panel = h(
    'section',
    { class: 'panel', role: 'dialog', 'aria-label': title, id: 'panel', hidden: true, onkeydown: onKeyDown },
    inside,
  )
  const button = h('button', {
    ...{ type: 'button', class: 'launcher', 'aria-controls': 'panel', onclick: toggle },
  })
  const root = h('div', { class: 'corner', 'data-side': side }, panel, button)
  let chat: ReturnType<typeof mountChat> | undefined

  let unread = 0

  /** Once: a conversation goes on while the panel is closed. */
  function mount() {
    chat ??= mountChat(inside, { settings, api, language, onClose: close, onUnread })
    return chat
  }

  function onUnread(count: number) {
    if (count !== unread) {
      unread = count
      paint()
    }
  }

  function open() {
    panel.hidden = false
    mount().setOpen(true)
    paint()
    if (!matchMedia('(pointer: coarse)').matches) {
      mount().focus()
    }
    remember(key, 'open')
  }

  function close() {
    panel.hidden = true
    chat?.setOpen(false)
    paint()
    button.focus()
    remember(key, 'closed')
  }

  function toggle() {
    if (panel.hidden) {
      open()
    } else {
      close()
    }
  }

  function onKeyDown({ key: pressed, defaultPrevented }: KeyboardEvent) {
    if (pressed === 'Escape' && !defaultPrevented) {
      close()
    }
  }

  function paint() {
    const isOpen = !panel.hidden
    button.ariaExpanded = String(isOpen)
    button.ariaLabel = isOpen ? texts.closeChat : texts.open(title) + texts.unread(unread)
    replaceChildren(button, icon(isOpen ? 'close' : 'chat', 24), unread > 0 && h('b', {}, `${unread}`))
    // The page behind a chat that fills the screen must not scroll.
    document.documentElement.toggleAttribute('data-flowtill-open', isOpen)
    lockScroll(isOpen && matchMedia(phone).matches)
  }

  applyTheme(root, settings.appearance, ended.signal)
  shadow.append(root)
  document.body.append(host)
  paint()
  const before = recall(key)
  if (!matchMedia(phone).matches && (before === 'open' || (opensAtOnce && before === undefined))) {
    open()
  } else if (before) {
    // The conversation of the page before goes on.
    mount()
  }

  return {
    open,
    close,
    remove() {
      ended.abort()
      chat?.remove()
      lockScroll(false)
      host.remove()
    },
  }
}

function lockScroll(isLocked: boolean) {
  document.documentElement.style.setProperty('overflow', isLocked ? 'hidden' : '')
}

/** Whether the chat is open, for the next page of the same visit. */
function remember(key: string, state: 'open' | 'closed') {
  try {
    sessionStorage.setItem(key, state)
  } catch {
    // Blocked storage.
  }
}

function recall(key: string) {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
