import { Button } from '@mui/joy'
import { Eye } from 'lucide-react'
import { useReturnToAdmin } from '#client/api/use-return-to-admin.ts'
import { useImpersonated } from '#client/api/use-session.ts'
import { useTexts } from '#client/texts/texts.tsx'

/** Repeats the banner inside the dialog, because the backdrop covers the page's own. */
export function ViewingStrip() {
  const { users: texts } = useTexts()
  const viewed = useImpersonated()
  const { returnToAdmin, isReturning } = useReturnToAdmin()
  return (
    viewed && (
      <div className="viewing-strip" role="status">
        <Eye size={16} aria-hidden="true" />
        <span>{texts.currentlyViewing(viewed.username)}</span>
        <Button size="sm" variant="outlined" color="danger" disabled={isReturning} onClick={returnToAdmin}>
          {isReturning ? texts.returning : texts.returnToAdmin}
        </Button>
      </div>
    )
  )
}
