import { useEffect, useState } from 'react'
import { useStoreApi } from 'reactflow'

/**
 * Whether Shift is held, and for reactflow whether a click adds to the selection. Its own key watcher loses a key that is
 * let go over a text field and then takes none any more: ours asks every event what is held.
 */
export function useModifiers(): boolean {
  const room = useStoreApi()
  const [shift, setShift] = useState(false)

  useEffect(() => {
    const note = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent | PointerEvent) => {
      setShift(shiftKey)
      room.setState({ multiSelectionActive: shiftKey || ctrlKey || metaKey })
    }
    const forget = () => setShift(false)
    const types = ['keydown', 'keyup', 'pointerdown', 'pointermove'] as const
    for (const type of types) {
      addEventListener(type, note, { capture: true, passive: true })
    }
    addEventListener('blur', forget)
    return () => {
      for (const type of types) {
        removeEventListener(type, note, { capture: true })
      }
      removeEventListener('blur', forget)
    }
  }, [room])

  return shift
}
