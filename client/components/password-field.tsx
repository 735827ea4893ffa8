import { FormControl, FormHelperText, IconButton, Input, type InputProps } from '@mui/joy'
import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import { FieldLabel } from './form-field.tsx'
import type { FormErrors } from './use-form.ts'

type Props = InputProps & { label: string; name: string; errors: FormErrors; help?: ReactNode }

export function PasswordField({ label, errors, help, required = false, ...input }: Props) {
  const { auth } = useTexts()
  const sentence = useSentence()
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [error] = errors[input.name] ?? []
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const hint = capsLock ? auth.capsLock : help
  const toggleName = isShown ? auth.hidePassword : auth.showPassword

  return (
    <FormControl error={Boolean(error)}>
      <FieldLabel label={label} required={required} />
      <Input
        {...input}
        error={Boolean(error)}
        type={isShown ? 'text' : 'password'}
        onKeyUp={watchCapsLock}
        onKeyDown={watchCapsLock}
        endDecorator={
          <IconButton
            size="sm"
            variant="plain"
            color="neutral"
            aria-label={toggleName}
            title={toggleName}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        }
      />
      {error ? (
        <FormHelperText role="alert">{sentence(error)}</FormHelperText>
      ) : (
        hint && <FormHelperText aria-live="polite">{hint}</FormHelperText>
      )}
    </FormControl>
  )
}
