import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { whenOpened } from '#client/components/on-demand.tsx'
import { paths } from './paths.ts'

const Messages = whenOpened(async () => {
  const [{ InboxDialog }, { StoredAnswer, StoredFiles }] = await Promise.all([
    import('#client/features/inbox/inbox-dialog.tsx'),
    import('#client/features/chat/stored-answer.tsx'),
  ])
  return () => (
    <InboxDialog
      executionPath={paths.execution}
      renderAnswer={(message) => <StoredAnswer message={message} />}
      renderFiles={(message) => <StoredFiles message={message} />}
    />
  )
})

/** Opens the messages of `?messages=`: a flow's id, or all flows. */
export function MessagesHost({ children }: { children: ReactNode }) {
  const [search] = useSearchParams()
  return (
    <>
      {children}
      {search.has('messages') && <Messages />}
    </>
  )
}
