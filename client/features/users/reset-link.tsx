import { Button } from '@mui/joy'
import { KeyRound } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ListedUser } from '#shared/users.ts'
import { OneTimeLink } from './one-time-link.tsx'

export function ResetLink({ user: { id, username, email } }: { user: ListedUser }) {
  const { users: texts } = useTexts()
  const errorText = useErrorText()
  const make = trpc.users.resetLink.useMutation()
  return (
    <div className="reset-link text-13 line-18 text-secondary row wraps spread gap-8 line-above">
      {make.data ? (
        <OneTimeLink
          label={texts.resetTitle}
          text={texts.resetText(username)}
          email={email}
          link={make.data}
        />
      ) : (
        <>
          <span>{texts.resetHint}</span>
          <Button
            size="sm"
            variant="outlined"
            color="neutral"
            startDecorator={<KeyRound size={14} />}
            disabled={make.isPending}
            onClick={() => make.mutate({ id })}
          >
            {make.isPending ? texts.resetMaking : texts.resetLink}
          </Button>
        </>
      )}
      {make.error && <FormBanner>{errorText(make.error)}</FormBanner>}
    </div>
  )
}
