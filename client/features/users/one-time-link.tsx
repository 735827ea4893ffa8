import { Button, Input } from '@mui/joy'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ResetLink } from '#shared/users.ts'

type Props = { label: string; text: string; email: string; link: ResetLink }

export function OneTimeLink({ label, text, email, link: { path, expiresDate, mail } }: Props) {
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
        aria-label={label}
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
        {text} {texts.resetUntil(formatMoment(expiresDate, language))}
        {mail === 'sent' && ` ${texts.resetMailed(email)}`}
      </p>
      {mail === 'failed' && <FormBanner tone="warning">{texts.resetNotMailed}</FormBanner>}
    </>
  )
}
