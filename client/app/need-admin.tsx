import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { paths } from './paths.ts'

/** Says what is needed instead of sending the visitor away without a word. */
export function NeedAdmin({ screen }: { screen: string }) {
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
