import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isShortcut } from '#client/components/keyboard.ts'
import { paths } from '../paths.ts'
import { goKeys } from './go-keys.ts'

const PAIR_MS = 1_000

type Commands = { onToggleMenu: () => void; onHelp: () => void }

/** `[` folds the menu, `?` lists the keys; `g` and then a letter goes to a screen. */
export function useShellKeys(commands: Commands) {
  const navigate = useNavigate()
  const latest = useRef(commands)
  latest.current = commands

  useEffect(() => {
    const single: Record<string, () => void> = {
      '[': () => latest.current.onToggleMenu(),
      '?': () => latest.current.onHelp(),
    }
    let pressedG = Number.NEGATIVE_INFINITY
    const onCommand = (key: string, timeStamp: number) => {
      const place = timeStamp - pressedG < PAIR_MS ? goKeys[key] : undefined
      pressedG = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY
      const go = place && (() => navigate(paths.app(place.path)))
      const command = go ?? single[key]
      command?.()
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
