import { useEffect, useRef } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'

type Found = { onThere: (runId: string) => void; onGone: (runId: string) => void }

/** Checks that the server still has a run remembered from an earlier visit, before the chat waits for it. */
export function useFoundRun(runId: string | undefined, found: Found) {
  const { client } = trpc.useUtils()
  const latest = useRef(found)
  latest.current = found

  useEffect(() => {
    if (runId === undefined) {
      return
    }
    client.runs.get.query({ runId }).then(
      () => latest.current.onThere(runId),
      (error) => {
        const isMissing = toAppError(error).code === 'NOT_FOUND'
        latest.current[isMissing ? 'onGone' : 'onThere'](runId)
      },
    )
  }, [runId, client])
}
