import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isShortcut } from '#client/components/keyboard.ts'
import { type AppPath, paths } from '../paths.ts'

const places: Record<string, AppPath> = {
  c: 'chatflows',
  a: 'agentflows',
  t: 'tools',
  d: 'document-stores',
  k: 'credentials',
  u: 'usage-billing',
}
const PAIR_MS = 1_000

/** `[` folds the menu; `g` and then a letter goes to a screen. */
export function useShellKeys(onToggleMenu: () => void) {
  const navigate = useNavigate()
  const toggle = useRef(onToggleMenu)
  toggle.current = onToggleMenu

  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) {
        return
      }
      const place = event.timeStamp - pressedG < PAIR_MS ? places[event.key] : undefined
      pressedG = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (place) {
        navigate(paths.app(place))
      } else if (event.key === '[') {
        toggle.current()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
}
