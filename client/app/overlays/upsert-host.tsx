import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { whenOpened } from '#client/components/on-demand.tsx'
import { UpsertContext, type UpsertSubject, type Upserts } from '#client/components/upsert-context.ts'
import type { ProcessingUpsert } from '#shared/upserts.ts'

const UpsertBars = whenOpened(
  async () => (await import('#client/features/upserts/upsert-bars.tsx')).UpsertBars,
)
const UpsertReceipt = whenOpened(
  async () => (await import('#client/features/upserts/upsert-receipt.tsx')).UpsertReceipt,
)
const UpsertHistory = whenOpened(
  async () => (await import('#client/features/upserts/upsert-history.tsx')).UpsertHistory,
)

/** Follows the upserts of the user on every screen, also after a reload. */
export function UpsertHost({ children }: { children: ReactNode }) {
  const { watched, forget, watch } = useWatched()
  const [history, setHistory] = useState<{ subject: UpsertSubject; upsertNow?: () => void }>()
  const [receipt, setReceipt] = useState<{ id: string; subject: UpsertSubject }>()
  const upserts = useMemo<Upserts>(
    () => ({
      watch,
      openHistory: (subject, upsertNow) => setHistory({ subject, ...(upsertNow && { upsertNow }) }),
      openReceipt: (id, subject) => setReceipt({ id, subject }),
    }),
    [watch],
  )
  return (
    <UpsertContext value={upserts}>
      {children}
      {watched.length > 0 && <UpsertBars upserts={watched} onGone={forget} />}
      {receipt && (
        <UpsertReceipt
          key={receipt.id}
          id={receipt.id}
          subject={receipt.subject}
          onClose={() => setReceipt(undefined)}
        />
      )}
      {history && (
        <UpsertHistory key={history.subject.id} {...history} onClose={() => setHistory(undefined)} />
      )}
    </UpsertContext>
  )
}

/** Running upserts, each until its bar has gone. */
function useWatched() {
  const utils = trpc.useUtils()
  const { data } = trpc.upsert.processing.useQuery()
  const [watched, setWatched] = useState<readonly ProcessingUpsert[]>([])
  const seen = useRef(new Set<string>())
  useEffect(() => {
    const fresh = (data ?? []).filter(({ id }) => !seen.current.has(id))
    for (const { id } of fresh) {
      seen.current.add(id)
    }
    if (fresh.length > 0) {
      setWatched((before) => [...before, ...fresh])
    }
  }, [data])
  const forget = useCallback(
    (id: string) => setWatched((before) => before.filter((upsert) => upsert.id !== id)),
    [],
  )
  const watch = useCallback<Upserts['watch']>(
    (started) => {
      if (started && !seen.current.has(started.id)) {
        seen.current.add(started.id)
        setWatched((before) => [...before, { ...started, date: new Date().toISOString() }])
      }
      void utils.upsert.processing.invalidate()
    },
    [utils],
  )
  return { watched, forget, watch }
}
