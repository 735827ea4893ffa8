import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { whenOpened } from '#client/components/on-demand.tsx'
import { ShareContext, type SharedFlow } from '#client/components/share-opener.ts'

const ShareDialog = whenOpened(
  async () => (await import('#client/features/sharing/share-dialog.tsx')).ShareDialog,
)

/** Connects lists and canvas with the sharing dialog. `?share=<flow id>` opens it, once. */
export function ShareHost({ children }: { children: ReactNode }) {
  const [flow, setFlow] = useState<SharedFlow>()
  const [search, setSearch] = useSearchParams()
  const linked = search.get('share')
  useEffect(() => {
    if (linked) {
      setFlow({ id: linked })
      setSearch(
        (before) => {
          before.delete('share')
          return before
        },
        { replace: true },
      )
    }
  }, [linked, setSearch])
  return (
    <ShareContext value={setFlow}>
      {children}
      {flow && <ShareDialog key={flow.id} flow={flow} onClose={() => setFlow(undefined)} />}
    </ShareContext>
  )
}
