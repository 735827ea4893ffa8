import { Button, Input } from '@mui/joy'
import { Check, Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ListedUser, ResetLink as ResetLinkMade } from '#shared/users.ts'

/** A way back in that the user himself turns into a password nobody else knows. */
export function ResetLink({ user: { id, username, email } }: { user: ListedUser }) {
  const { users: texts } = useTexts()
  const errorText = useErrorText()
  const make = trpc.users.resetLink.useMutation()
  return (
    <div className="reset-link">
      {make.data ? (
        <MadeLink user={{ username, email }} {...make.data} />
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

type Made = { user: Pick<ListedUser, 'username' | 'email'> } & ResetLinkMade

function MadeLink({ user: { username, email }, path, expiresDate, mail }: Made) {
  const { users: texts } = useTexts()
  const [language] = useLanguage()
  const [isCopied, setCopied] = useState(false)
  const link = `${location.origin}${path}`
  const copy = () => navigator.clipboard?.writeText(link).then(() => setCopied(true))
  return (
    <>
      <Input
        readOnly
        value={link}
        aria-label={texts.resetTitle}
        onFocus={({ target }) => target.select()}
        endDecorator={
          <Button
            size="sm"
            variant="plain"
            startDecorator={isCopied ? <Check size={14} /> : <Copy size={14} />}
            onClick={copy}
          >
            {isCopied ? texts.linkCopied : texts.copyLink}
          </Button>
        }
      />
      <p role="status">
        {texts.resetText(username)} {texts.resetUntil(formatMoment(expiresDate, language))}
        {mail === 'sent' && ` ${texts.resetMailed(email)}`}
      </p>
      {mail === 'failed' && <FormBanner tone="warning">{texts.resetNotMailed}</FormBanner>}
    </>
  )
}
