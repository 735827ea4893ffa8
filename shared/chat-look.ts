// Separate from the schema, because the chat of a visitor loads no schema library.
import type { Appearance, ChatColors, ChatTexts } from './appearance.ts'

/** Languages of the texts around a conversation. */
export const chatLanguages = ['en', 'tr'] as const
export type ChatLanguage = (typeof chatLanguages)[number]

export const schemes = ['auto', 'light', 'dark'] as const

export const FONT_SIZES = { min: 12, max: 24, default: 15 }

/** Pairs of a surface and the text on it. */
export const colorPairs = [
  ['titleBar', 'titleText'],
  ['page', 'pageText'],
  ['visitor', 'visitorText'],
  ['send', 'sendText'],
] as const

export const defaultColors: ChatColors = {
  titleBar: '#2A5BB8',
  titleText: '#FFFFFF',
  page: '#F6F5F0',
  pageText: '#1B1F27',
  visitor: '#2A5BB8',
  visitorText: '#FFFFFF',
  send: '#2A5BB8',
  sendText: '#FFFFFF',
}

const noTexts: ChatTexts = { title: '', welcome: '', placeholder: '' }

export const defaultAppearance: Appearance = {
  avatar: '',
  texts: { en: noTexts, tr: noTexts },
  scheme: 'auto',
  light: defaultColors,
  dark: null,
  fontSize: FONT_SIZES.default,
  showSources: true,
  showTools: true,
  newChatPerVisit: false,
}

/** Brand colors stay; the page becomes dark. */
export function darkColorsOf({ light, dark }: Pick<Appearance, 'light' | 'dark'>): ChatColors {
  return dark ?? { ...light, page: '#0E1116', pageText: '#E9EBEE' }
}
