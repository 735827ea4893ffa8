import '../inside.css'
import './impersonation-banner.css'
import { Button } from '@mui/joy'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { useReturnToAdmin } from '#client/api/use-return-to-admin.ts'
import { useImpersonated } from '#client/api/use-session.ts'
import { useTexts } from '#client/texts/texts.tsx'

export function ImpersonationBanner() {
  const { users: texts } = useTexts()
  const viewed = useImpersonated()
  const { returnToAdmin, isReturning } = useReturnToAdmin()
  useMark(viewed?.username)
  if (!viewed) {
    return null
  }
  const { username, email = '' } = viewed
  return (
    <aside
      className="impersonation row gap-12 text-14 fixed content-middle"
      aria-label={texts.currentlyViewing(username)}
    >
      <Eye size={16} aria-hidden="true" />
      <p className="truncate shrinks">
        {texts.viewing} <strong className="semibold">{username}</strong> ({email})
      </p>
      <Button size="sm" variant="solid" color="neutral" disabled={isReturning} onClick={returnToAdmin}>
        {isReturning ? texts.returning : texts.returnToAdmin}
      </Button>
    </aside>
  )
}

/** Marks the document for the stylesheet and prefixes the tab title, even after other code sets it. */
function useMark(username: string | undefined) {
  useEffect(() => {
    if (username === undefined) {
      return
    }
    const mark = `👁 ${username} · `
    const write = () => {
      if (!document.title.startsWith(mark)) {
        document.title = mark + document.title
      }
    }
    write()
    document.documentElement.dataset.impersonating = ''
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      delete document.documentElement.dataset.impersonating
      document.title = document.title.replace(mark, '')
    }
  }, [username])
}
