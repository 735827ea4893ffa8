import type { VisitorTexts } from '#client/texts/en/visitor-chat.ts'
import type { ChatLanguage } from '#shared/chat-look.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import type { Failure } from '../state/conversation.ts'
import type { Chat } from '../state/create-chat.ts'
import type { Speaker } from '../state/speaker.ts'
import type { VisitorApi } from '../state/visitor-api.ts'

/** What every part of a chat's view needs. */
export type View = {
  chat: Chat
  settings: VisitorChat
  api: VisitorApi
  speaker: Speaker
  /** The element that holds dialogs. */
  root: HTMLElement
  texts: VisitorTexts
  language: ChatLanguage
  /** Aborted when the view is removed. */
  signal: AbortSignal
  /** Shown briefly and read by screen readers. */
  notify(sentence: string): void
  /** Read by screen readers. */
  announceText(text: string): void
  /** Not on touch screens, where the keyboard would cover the conversation. */
  focusInput(): void
}

export function titleOf({ settings, language }: Pick<View, 'settings' | 'language'>) {
  return settings.appearance.texts[language].title || settings.name
}

export function timeOf(date: string, language: ChatLanguage) {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(date))
}

/** The owner's sentences stay as they are; those of the server are translated. */
export function failureText({ text, isUnreachable, retryAfterSeconds }: Failure, texts: VisitorTexts) {
  const sentence = isUnreachable ? texts.unreachable : (texts.sentences[text] ?? text)
  return retryAfterSeconds ? `${sentence} ${texts.retryIn(String(retryAfterSeconds))}` : sentence
}
