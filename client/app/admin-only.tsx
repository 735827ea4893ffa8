import { Button } from '@mui/joy'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUser } from '#client/api/use-session.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { paths } from './paths.ts'

export function AdminOnly({ screen, children }: { screen: string; children: ReactNode }) {
  const user = useUser()
  if (!user) {
    return null
  }
  return user.role === 'ADMIN' ? children : <NeedAdmin screen={screen} />
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
