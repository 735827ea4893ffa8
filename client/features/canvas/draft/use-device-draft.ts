import { useEffect, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { useUser } from '#client/api/use-session.ts'
import type { FlowType } from '#shared/flows.ts'
import { type DeviceDraft, draftKey, findDraft } from './draft-store.ts'

/** Longer no canvas waits for its own browser. */
const PATIENCE_MS = 1_500

/** What this browser has of a flow. `waiting` until that is known. */
export function useDeviceDraft(
  flowId: string | undefined,
  type: FlowType,
): DeviceDraft | undefined | 'waiting' {
  const user = useUser()
  const owner = user?.id ?? (user?.username || undefined)
  const [found, setFound] = useState<DeviceDraft | undefined | 'waiting'>('waiting')

  useEffect(() => {
    if (owner === undefined) {
      return
    }
    const patience = setTimeout(() => setFound((now) => (now === 'waiting' ? undefined : now)), PATIENCE_MS)
    findDraft(draftKey(owner, flowId, type))
      .catch((error) => logWarning('This browser keeps no drafts.', error))
      .then((draft) => {
        clearTimeout(patience)
        setFound((now) => (now === 'waiting' ? (draft ?? undefined) : now))
      })
    return () => clearTimeout(patience)
  }, [owner, flowId, type])

  return found
}
