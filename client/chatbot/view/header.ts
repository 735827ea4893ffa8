import { type ChatLanguage, chatLanguages } from '#shared/chat-look.ts'
import { isOpen } from '../state/conversation.ts'
import { iconButton } from './buttons.ts'
import { h, watch } from './dom.ts'
import { openPastChats } from './past-chats.ts'
import { titleOf, type View } from './view.ts'

type Options = { onLanguage(language: ChatLanguage): void; onClose?: (() => void) | undefined }

export function createHeader(view: View, { onLanguage, onClose }: Options) {
  const { texts, chat, signal, settings, language } = view
  const title = titleOf(view)
  const begin = iconButton('begin', texts.newChat, () => {
    chat.begin()
    view.focusInput()
  })
  const past = iconButton('past', texts.pastChats, () => openPastChats(view))
  watch(
    chat,
    signal,
    ({ exchanges }) => exchanges.length === 0 || exchanges.some(({ answer }) => isOpen(answer)),
    (isOff) => {
      begin.disabled = isOff
    },
  )
  return h(
    'header',
    { class: 'bar' },
    createAvatar(settings.appearance.avatar, title),
    h('div', { class: 'title' }, h('h1', {}, title), createCompany(view)),
    languageSelect(language, texts, onLanguage),
    !settings.appearance.newChatPerVisit && past,
    begin,
    onClose && iconButton('close', texts.closeChat, onClose),
  )
}

/** Who is with the visitor instead of AI. */
function createCompany({ chat, signal, texts }: View) {
  const line = h('p')
  watch(
    chat,
    signal,
    ({ isByHand, operator = texts.person }) => (isByHand ? texts.withYou(operator) : ''),
    (words) => {
      line.textContent = words
    },
  )
  return line
}

function createAvatar(src: string, title: string) {
  const initials = h('span', { class: 'avatar', 'aria-hidden': 'true' }, initialsOf(title))
  if (src === '') {
    return initials
  }
  // The host page may not allow its address.
  const image: HTMLImageElement = h('img', {
    class: 'avatar',
    src,
    alt: '',
    onerror: () => image.replaceWith(initials),
  })
  return image
}

function initialsOf(title: string) {
  const words = title.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('')
}

function languageSelect(language: ChatLanguage, texts: View['texts'], onLanguage: Options['onLanguage']) {
  const select: HTMLSelectElement = h(
    'select',
    { 'aria-label': texts.language, onchange: () => onLanguage(select.value as ChatLanguage) },
    ...chatLanguages.map((each) =>
      h('option', { value: each, selected: each === language, lang: each }, texts.languages[each]),
    ),
  )
  return h(
    'label',
    { class: 'language' },
    h('span', { 'aria-hidden': 'true' }, language.toUpperCase()),
    select,
  )
}
