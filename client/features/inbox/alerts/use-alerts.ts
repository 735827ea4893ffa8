import { useEffect, useRef } from 'react'
import { toPlainLine } from '#client/components/plain-line.ts'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Conversation } from '#shared/conversations.ts'
import { useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import { nameOf } from '../view/words.ts'
import { type Alert, findAlerts } from './find-alerts.ts'
import { playTone } from './play-tone.ts'

export const canNotify = () => typeof Notification !== 'undefined'

/** Off until the user turns them on. */
export function useAlertSettings() {
  const [hasSound, setSound] = useStorage('inbox.sound', false)
  const [hasNotices, setNotices] = useStorage('inbox.notices', false)
  return { hasSound, setSound, hasNotices, setNotices }
}

export function useAlerts(onOpen: (conversation: Conversation) => void) {
  const { inbox } = useTexts()
  const { store } = useLiveInbox()
  const { hasSound, hasNotices } = useAlertSettings()
  const latest = useRef({ inbox, hasSound, hasNotices, onOpen })
  latest.current = { inbox, hasSound, hasNotices, onOpen }

  useEffect(() => {
    const isWatched = ({ conversation }: Alert) =>
      store.getState().selected === keyOf(conversation) && document.visibilityState === 'visible'
    return store.subscribe((after, before) => {
      const alerts = findAlerts(before, after).filter((alert) => !isWatched(alert))
      if (alerts.length > 0 && latest.current.hasSound) {
        playTone()
      }
      for (const alert of alerts) {
        notify(alert, latest.current)
      }
    })
  }, [store])
}

type Settings = {
  inbox: ReturnType<typeof useTexts>['inbox']
  hasNotices: boolean
  onOpen: (conversation: Conversation) => void
}

/** Of the operating system, while the window is not looked at. */
function notify({ type, conversation }: Alert, { inbox, hasNotices, onOpen }: Settings) {
  const isAllowed = hasNotices && canNotify() && Notification.permission === 'granted'
  if (!isAllowed || (document.visibilityState === 'visible' && document.hasFocus())) {
    return
  }
  const name = nameOf(conversation, inbox)
  const title = type === 'request' ? inbox.takeover.asks(name) : inbox.alerts.message(name)
  const notice = new Notification(title, {
    body: toPlainLine(conversation.preview),
    tag: keyOf(conversation),
  })
  notice.onclick = () => {
    window.focus()
    onOpen(conversation)
    notice.close()
  }
}
