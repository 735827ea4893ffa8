import { dateFormat } from '#client/components/intl.ts'
import { type Language, type Texts, useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Conversation } from '#shared/conversations.ts'

const DAY = { day: 'numeric', month: 'short' } as const
const ID_LENGTH = 4

/** The name from the lead form, else a short one that tells visitors apart. */
export function nameOf(
  { name, email, chatId }: Pick<Conversation, 'name' | 'email' | 'chatId'>,
  texts: Texts['inbox'],
) {
  return name || email || texts.list.visitor(chatId.slice(0, ID_LENGTH))
}

/** Platforms are an open set: an unknown one is shown by its own name. */
export function platformName(platform: string, { platforms }: Texts['inbox']): string {
  return Object.hasOwn(platforms, platform) ? platforms[platform as keyof typeof platforms] : platform
}

export function timeOf(iso: string, language: Language) {
  return dateFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso))
}

/** The time of today, the day of earlier dates. */
export function shortDate(iso: string, language: Language) {
  const isToday = new Date(iso).toDateString() === new Date().toDateString()
  return isToday ? timeOf(iso, language) : dateFormat(language, DAY).format(new Date(iso))
}

export function useDayName() {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  return (iso: string) => {
    const day = new Date(iso).toDateString()
    const today = new Date()
    const yesterday = new Date(new Date().setDate(today.getDate() - 1))
    if (day === today.toDateString()) {
      return inbox.thread.today
    }
    return day === yesterday.toDateString()
      ? inbox.thread.yesterday
      : dateFormat(language, { ...DAY, year: 'numeric' }).format(new Date(iso))
  }
}
