import './profile.css'
import { Button, CircularProgress } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { LoadedProfile } from './loaded-profile.tsx'

export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { profile: texts } = useTexts().account
  // A refetch must not change the profile while it is being edited.
  const profile = trpc.profile.get.useQuery(undefined, {
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  if (profile.data) {
    return <LoadedProfile stored={profile.data} onClose={onClose} />
  }
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      size="wide"
      onClose={onClose}
      footer={
        <Button variant="plain" color="neutral" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      {profile.isError ? <Failed onRetry={() => profile.refetch()} /> : <Loading />}
    </Dialog>
  )
}

function Loading() {
  const { profile: texts } = useTexts().account
  return (
    <div className="profile-loading grid gap-4 text-center" role="status" aria-busy="true">
      <CircularProgress size="sm" aria-hidden="true" />
      <strong className="semibold margin-top-12">{texts.loading}</strong>
      <span>{texts.wait}</span>
    </div>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { account, common } = useTexts()
  return (
    <div className="profile-failed grid gap-4 text-center">
      <FormBanner>{account.profile.failed}</FormBanner>
      <Button size="sm" variant="outlined" color="neutral" onClick={onRetry}>
        {common.tryAgain}
      </Button>
    </div>
  )
}
