import { type ChatLanguage, chatLanguages } from '#shared/chat-look.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import { mountChat, visitorTexts } from '../mount-chat.ts'
import { createVisitorApi, Rejection } from '../state/visitor-api.ts'
import { showRejection } from '../view/rejection.ts'
import { createPopup, type Side } from './popup.ts'

/** Version of the options and functions below. Later versions keep to it. */
const VERSION = 1

type Options = {
  /** Id of a public flow. */
  chat: string
  /** Origin of the server; by default that of this script. */
  host?: string
  /** An element to fill, or its selector. Without one, a button opens the chat. */
  target?: Element | string
  /** By default as the page, else as the browser. */
  language?: ChatLanguage
  side?: Side
  /** Opens at once, except on phones. */
  open?: boolean
}

type Shown = { open(): void; close(): void; remove(): void }

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined
const scriptHost = script ? new URL(script.src).origin : location.origin

/** Shows a chat. Without permission of the flow's owner nothing appears, unless in a target, which says so. */
async function show({ chat, host = scriptHost, target, ...options }: Options): Promise<Shown | undefined> {
  const language = options.language ?? preferredLanguage()
  const api = createVisitorApi(host, chat)
  const place = typeof target === 'string' ? document.querySelector(target) : target
  try {
    const settings = await api.chat()
    return place instanceof HTMLElement
      ? fill(place, { settings, api, language })
      : createPopup({ ...options, settings, api, language })
  } catch (error) {
    if (place instanceof HTMLElement) {
      const rejected = reasonOf(error)
      const message = error instanceof Rejection && rejected === 'notAllowed' ? error.message : ''
      showRejection(place, { rejected, message, texts: visitorTexts[language] })
    }
    return undefined
  }
}

function fill(place: HTMLElement, shown: { settings: VisitorChat } & Parameters<typeof mountChat>[1]): Shown {
  const { focus, remove } = mountChat(place, shown)
  return { open: focus, close: () => undefined, remove }
}

function reasonOf(error: unknown) {
  if (!(error instanceof Rejection)) {
    return 'broken'
  }
  return error.status === 403 ? 'notAllowed' : error.status === 404 ? 'missing' : 'broken'
}

function preferredLanguage(): ChatLanguage {
  const spoken = document.documentElement.lang || navigator.language
  return chatLanguages.find((each) => spoken.toLowerCase().startsWith(each)) ?? 'en'
}

/** `<script src="…/embed.js" data-chat="…" data-target="#chat"></script>` shows a chat without further code. */
function showFromScript({ chat, host, target, language, side, open }: DOMStringMap) {
  if (chat) {
    void show({
      chat,
      ...(host && { host }),
      ...(target && { target }),
      ...(language === 'tr' || language === 'en' ? { language } : {}),
      ...(side === 'left' && { side }),
      open: open === 'true',
    })
  }
}

Object.assign(globalThis, { Flowtill: { version: VERSION, show } })
if (script) {
  // The target may stand below the script.
  const begin = () => showFromScript(script.dataset)
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', begin, { once: true })
  } else {
    begin()
  }
}
