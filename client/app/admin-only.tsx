import { Button } from '@mui/joy'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUser } from '#client/api/use-session.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { paths } from './paths.ts'

type Props = {
  screen: string
  /** The screen is not inside the shell, so its notice needs a page of its own. */
  isAlone?: boolean
  children: ReactNode
}

export function AdminOnly({ screen, isAlone = false, children }: Props) {
  const user = useUser()
  if (!user) {
    return null
  }
  if (user.role === 'ADMIN') {
    return children
  }
  const notice = <NeedAdmin screen={screen} />
  return isAlone ? <BarePage>{notice}</BarePage> : notice
}

function NeedAdmin({ screen }: { screen: string }) {
  const { needAdmin } = useTexts().shell
  return (
    <>
      <PageHeader title={screen} />
      <EmptyState
        title={needAdmin.title}
        text={needAdmin.text(screen)}
        action={
          <Button component={Link} to={paths.home} variant="outlined" color="neutral" size="sm">
            {needAdmin.back}
          </Button>
        }
      />
    </>
  )
}
