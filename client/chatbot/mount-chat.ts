import { visitorChat as en } from '#client/texts/en/visitor-chat.ts'
import { visitorChat as tr } from '#client/texts/tr/visitor-chat.ts'
import type { ChatLanguage } from '#shared/chat-look.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import { createChat } from './state/create-chat.ts'
import { createDevice, createMemory, type Device } from './state/device.ts'
import { createSpeaker } from './state/speaker.ts'
import type { VisitorApi } from './state/visitor-api.ts'
import { styles } from './styles/styles.ts'
import { createChatView } from './view/chat-view.ts'

export const visitorTexts = { en, tr }

type Options = {
  settings: VisitorChat
  api: VisitorApi
  /** Where conversations are stored; by default on the visitor's device, unless each visit begins a new one. */
  device?: Device
  language: ChatLanguage
  onLanguage?: (language: ChatLanguage) => void
  onClose?: () => void
  /** Number of messages that have come while the chat was closed. */
  onUnread?: (count: number) => void
}

/** Shows a chat in an element, with styles that neither reach the page nor come from it. */
export function mountChat(
  host: HTMLElement,
  { settings, api, onLanguage, onClose, onUnread, ...options }: Options,
) {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [styleSheet()]
  const speaker = createSpeaker()
  const device = options.device ?? deviceOf(settings)
  const chat = createChat({ chat: settings, api, device, onSound: speaker.hear })
  let ended = new AbortController()
  let view = show(options.language)
  let isOpen = !onUnread
  const look = () => chat.show(isOpen && !document.hidden)
  document.addEventListener('visibilitychange', look)
  chat.subscribe(({ unread }) => onUnread?.(unread))
  look()
  chat.resume()

  function show(language: ChatLanguage, before?: { element: Element }) {
    ended.abort()
    before?.element.remove()
    ended = new AbortController()
    const shown = createChatView({
      ...{ chat, settings, api, speaker, language, onClose },
      texts: visitorTexts[language],
      signal: ended.signal,
      onLanguage(next) {
        onLanguage?.(next)
        view = show(next, view)
      },
    })
    shadow.append(shown.element)
    return shown
  }

  return {
    focus: () => view.focus(),
    /** A chat that reports unread messages is closed until this opens it. */
    setOpen(isNow: boolean) {
      isOpen = isNow
      look()
    },
    remove() {
      document.removeEventListener('visibilitychange', look)
      ended.abort()
      chat.leave()
      speaker.stop()
      view.element.remove()
    },
  }
}

function deviceOf({ id, appearance }: VisitorChat): Device {
  return appearance.newChatPerVisit ? createMemory() : createDevice(id)
}

let sheet: CSSStyleSheet | undefined

/** A constructed sheet is allowed under a policy that forbids inline styles. */
function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  return sheet
}
