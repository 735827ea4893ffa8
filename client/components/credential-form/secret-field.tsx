import { Button, IconButton, Input } from '@mui/joy'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { UNCHANGED_SECRET } from '#shared/credentials.ts'
import { formatDate } from '../relative-time.tsx'
import type { FieldProps } from './credential-field.tsx'

/** Write-only: a stored secret is shown as dots until the user chooses to replace it. */
export function SecretField({ input, value, onChange, savedAt }: FieldProps) {
  const { form } = useTexts().credentials
  const [language] = useLanguage()
  const [isShown, setShown] = useState(false)

  if (value === UNCHANGED_SECRET && savedAt !== undefined) {
    const date = formatDate(new Date(savedAt), language, { day: 'numeric', month: 'short', year: 'numeric' })
    return (
      <div className="kept-secret row gap-12 text-13 backdrop-level1 outlined round-sm">
        <span aria-hidden="true">••••</span>
        <span>
          {form.kept(date)}
          <small className="text-12 text-secondary">{form.keptHelp}</small>
        </span>
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          aria-label={form.replaceNamed(input.label)}
          onClick={() => onChange('')}
        >
          {form.replace}
        </Button>
      </div>
    )
  }
  const toggle = isShown ? form.hide : form.show
  return (
    <>
      <Input
        name={input.name}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        placeholder={input.placeholder ?? ''}
        autoFocus={savedAt !== undefined}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value)}
        endDecorator={
          <IconButton
            size="sm"
            variant="plain"
            color="neutral"
            aria-label={toggle}
            title={toggle}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        }
      />
      {savedAt !== undefined && (
        <Button
          size="sm"
          variant="plain"
          sx={{ alignSelf: 'flex-start', mt: 1 }}
          onClick={() => onChange(UNCHANGED_SECRET)}
        >
          {form.keep}
        </Button>
      )}
    </>
  )
}
