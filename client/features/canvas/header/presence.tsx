import { requestHeaders } from '#client/api/client.ts'
import { logWarning } from '#client/api/log.ts'
import { trpc } from '#client/api/trpc.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Here, HereInput } from '#shared/presence.ts'
import '../presence/presence.css'
import { useEffect, useState } from 'react'
import { useCanvas } from '../store/use-canvas.ts'

const maxNames = 3

export function PresenceDot() {
  const { presence: texts } = useTexts().canvasTools
  const [language] = useLanguage()
  const { people, isElsewhere } = usePresence(useCanvas(({ saved }) => saved?.id))
  const named = people.slice(0, maxNames)
  const rest = people.length - named.length
  const listed = rest > 0 ? [...named, texts.more(rest)] : named
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(listed)
  const sentence = [
    ...(people.length > 0 ? [people.length === 1 ? texts.isHere(names) : texts.areHere(names)] : []),
    ...(isElsewhere ? [texts.otherTab] : []),
  ].join(' · ')
  return (
    <span className="presence" role="status" data-testid="presence">
      {sentence !== '' && (
        <span
          className="presence-dot inline-row gap-6 text-13 line-18 text-secondary"
          title={sentence}
          data-people={people.length > 0 || undefined}
        >
          <i className="centered rigid circle" aria-hidden="true">
            {people.length > 0 ? initialOf(people[0] ?? '', language) : ''}
          </i>
          <span className="truncate">{sentence}</span>
        </span>
      )}
    </span>
  )
}

function initialOf(name: string, language: string) {
  return ([...name][0] ?? '').toLocaleUpperCase(language)
}

/** Half the lifetime of a presence report. */
const BEAT_MS = 7_000
const channelName = 'flowtill-presence'
const alone: Here = { people: [], isElsewhere: false }

/** Other users with this flow open. Tabs of this browser are notified at once, others within a few seconds. */
function usePresence(flowId: string | undefined): Here {
  const utils = trpc.useUtils()
  const [here, setHere] = useState(alone)

  useEffect(() => {
    if (flowId === undefined) {
      return undefined
    }
    const tab = nameOfTab()
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
    let isOpen = true

    async function beat() {
      // A page that is unloading or in the back/forward cache sends nothing.
      if (!isOpen) {
        return
      }
      const isHidden = document.visibilityState === 'hidden'
      try {
        const now = await utils.presence.here.fetch(
          { id: flowId ?? '', tab, at: nextCall(), isHidden },
          { staleTime: 0, gcTime: 0 },
        )
        if (isOpen) {
          setHere((before) => (isSame(before, now) ? before : now))
        }
      } catch (error) {
        logWarning('Presence could not be read.', error)
        setHere(alone)
      }
    }

    const goodbye = () => ({ id: flowId, tab, at: nextCall(), leaves: true })

    async function leave() {
      isOpen = false
      await utils.client.presence.here.query(goodbye()).catch(() => undefined)
      channel?.postMessage(flowId)
      channel?.close()
    }

    void beat().then(() => channel?.postMessage(flowId))
    const beats = setInterval(beat, BEAT_MS)
    const onMessage = ({ data }: MessageEvent) => data === flowId && void beat()
    const onVisible = () => void beat()
    const onPageHide = () => {
      isOpen = false
      reportLeaving(goodbye())
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) {
        isOpen = true
        void beat().then(() => channel?.postMessage(flowId))
      }
    }
    channel?.addEventListener('message', onMessage)
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pagehide', onPageHide)
    addEventListener('pageshow', onPageShow)
    return () => {
      clearInterval(beats)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pagehide', onPageHide)
      removeEventListener('pageshow', onPageShow)
      channel?.removeEventListener('message', onMessage)
      void leave()
    }
  }, [flowId, utils])

  return here
}

/** Sent even while the page unloads. If it is lost, the server expires the entry within seconds. */
function reportLeaving(input: HereInput) {
  const query = new URLSearchParams({ input: JSON.stringify(input) })
  fetch(`/trpc/presence.here?${query}`, { headers: requestHeaders(), keepalive: true }).catch(() => undefined)
}

function isSame(a: Here, b: Here) {
  return a.isElsewhere === b.isElsewhere && a.people.join('\n') === b.people.join('\n')
}

const key = 'flowtill.tab'

let name: string | undefined
let last = 0

/**
 * Id of this browser tab, stable over reloads. It is in the session storage only while no page uses it: a
 * duplicated tab copies that storage and must get its own id.
 */
function nameOfTab(): string {
  if (name === undefined) {
    name = sessionStorage.getItem(key) ?? crypto.randomUUID()
    sessionStorage.removeItem(key)
    addEventListener('pagehide', () => sessionStorage.setItem(key, name ?? ''))
    addEventListener('pageshow', () => sessionStorage.removeItem(key))
  }
  return name
}

/** Increases with every call, also over reloads. */
function nextCall(): number {
  last = Math.max(last + 1, Date.now())
  return last
}
