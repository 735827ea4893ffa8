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
    const onCommand = (key: string, timeStamp: number) => {
      const place = timeStamp - pressedG < PAIR_MS ? places[key] : undefined
      pressedG = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
      if (place) {
        navigate(paths.app(place))
      } else if (key === '[') {
        toggle.current()
      }
    }
    const onKey = (event: KeyboardEvent) => {
      if (isShortcut(event)) {
        onCommand(event.key, event.timeStamp)
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
}
