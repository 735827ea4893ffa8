import { useSearchParams } from 'react-router'
import { ALL_FLOWS } from '#shared/all-flows.ts'

/** Opens the messages of a flow, or of all flows, over the current screen. */
export function useOpenMessages() {
  const [, setSearch] = useSearchParams()
  return (flowId: string = ALL_FLOWS) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.set('messages', flowId)
      return next
    })
}
