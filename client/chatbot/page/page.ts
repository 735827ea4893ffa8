import 'virtual:subset-fonts.css'
import './page.css'
import { type ChatLanguage, chatLanguages } from '#shared/chat-look.ts'
import { parseJson } from '#shared/json.ts'
import type { ChatPage } from '#shared/visitor-chat.ts'
import { mountChat, visitorTexts } from '../mount-chat.ts'
import { createVisitorApi } from '../state/visitor-api.ts'
import { showRejection } from '../view/rejection.ts'

const LANGUAGE_KEY = 'flowtill-chat-language'

const host = document.getElementById('chat')
const page = parseJson(document.getElementById('chatbot')?.textContent ?? '') as ChatPage | undefined

if (host && page) {
  const language = preferredLanguage()
  if ('rejected' in page) {
    const texts = visitorTexts[language]
    document.title = texts[page.rejected].title
    showRejection(host, { ...page, texts })
  } else {
    showLanguage(language)
    mountChat(host, {
      ...{ settings: page, language },
      api: createVisitorApi('', page.id),
      onLanguage(chosen) {
        storeLanguage(chosen)
        showLanguage(chosen)
      },
    })
  }
}

function showLanguage(language: ChatLanguage) {
  document.documentElement.lang = language
  if (page && 'name' in page) {
    document.title = page.appearance.texts[language].title || page.name
  }
}

/** As chosen here, else as the browser's. */
function preferredLanguage(): ChatLanguage {
  return (
    chatLanguages.find((each) => each === readLanguage()) ?? (/^tr\b/i.test(navigator.language) ? 'tr' : 'en')
  )
}

function readLanguage() {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

function storeLanguage(language: ChatLanguage) {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
}
