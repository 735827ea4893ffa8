import { useEffect, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { mountChat } from '#client/chatbot/mount-chat.ts'
import { startAnswer } from '#client/chatbot/state/conversation.ts'
import type { DeviceHistory } from '#client/chatbot/state/device.ts'
import { createVisitorApi } from '#client/chatbot/state/visitor-api.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Appearance } from '#shared/appearance.ts'
import type { ChatLanguage } from '#shared/chat-look.ts'
import type { ChatOffers } from '#shared/chatbot.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import { baseUrlOf, type SharedState } from '../use-sharing.ts'

type Props = {
  state: SharedState
  appearance: Appearance
  language: ChatLanguage
  isDark: boolean
}

const noOffers: ChatOffers = { images: [], speech: false, feedback: false, voice: 'off', starterPrompts: [] }

/** The chat itself, as wide as a phone and as a window on a website. It answers nothing. */
export function ChatPreview({ state, appearance, language, isDark }: Props) {
  const { shareChat: texts } = useTexts()
  const { sharing } = state
  const { data: offers = noOffers } = trpc.chatbot.offers.useQuery({ flowId: sharing.id })
  const settings: VisitorChat = {
    ...{ id: sharing.id, name: sharing.name },
    appearance: { ...appearance, scheme: isDark ? 'dark' : 'light' },
    offers: { ...offers, leads: undefined } as ChatOffers,
  }
  const { host } = new URL(baseUrlOf(sharing))
  return (
    <section className="look-preview backdrop-body" aria-label={texts.preview}>
      <figure className="look-window">
        <figcaption>
          <i />
          <i />
          <i />
          {host}
        </figcaption>
        <Frame settings={settings} language={language} isLong />
      </figure>
      <figure className="look-phone" aria-label={texts.phone}>
        <Frame settings={settings} language={language} />
      </figure>
    </section>
  )
}

type FrameProps = { settings: VisitorChat; language: ChatLanguage; isLong?: boolean }

function Frame({ settings, language, isLong = false }: FrameProps) {
  const { samples } = useTexts().shareChat
  const place = useRef<HTMLDivElement>(null)
  const shown = JSON.stringify(settings)
  const sample = samples[language]
  useEffect(() => {
    if (!place.current) {
      return undefined
    }
    const parsed = JSON.parse(shown) as VisitorChat
    const history = sampleOf(sample, isLong)
    const chat = mountChat(place.current, {
      ...{ settings: parsed, language, api: createVisitorApi('', parsed.id) },
      device: { read: () => history, write: () => undefined },
    })
    return () => chat.remove()
  }, [shown, language, sample, isLong])
  // Nothing in it can be used, so that a preview never spends money.
  return <div ref={place} className="look-frame" inert />
}

type Sample = { question: string; answer: string; source: string }

/** An exchange as a visitor might have it. */
function sampleOf({ question, answer, source }: Sample, isLong: boolean): DeviceHistory {
  const date = new Date().toISOString()
  const exchange = {
    key: 'sample',
    question: { text: question, files: [], date },
    answer: {
      ...startAnswer(date),
      state: 'done' as const,
      text: answer,
      sources: isLong ? [{ pageContent: answer, metadata: { title: source, page: 4 } }] : [],
    },
  }
  return { current: 'sample', chats: [{ id: 'sample', date, exchanges: [exchange] }] }
}
