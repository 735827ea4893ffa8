import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'

/** The specification's time (§9) between success and the end of the dialog. */
const CLOSE_DELAY_MS = 1_500

/** After a success the message stays a moment; then the dialog closes and the list is loaded again. */
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
