import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'

/** Product spec: delay between success and closing the dialog. */
const CLOSE_DELAY_MS = 1_500

/** Shows the success message briefly, then closes the dialog and reloads the list. */
export function useClosing(onClose: () => void) {
  const [isDone, setDone] = useState(false)
  const utils = trpc.useUtils()
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (isDone) {
      const timer = setTimeout(() => {
        close.current()
        utils.users.list.invalidate()
        utils.audit.list.invalidate()
      }, CLOSE_DELAY_MS)
      return () => clearTimeout(timer)
    }
  }, [isDone, utils])
  return { isDone, succeed: () => setDone(true) }
}
