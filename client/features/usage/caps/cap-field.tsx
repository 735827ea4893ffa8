import { FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  name: string
  label: string
  /** Subject of the cap for screen readers; sighted users see it in the column header. */
  of?: string
  value: string
  isWrong: boolean
  help?: ReactNode
  placeholder?: string
}

/** An amount in dollars; empty means no limit. */
export function CapField({ name, label, of, value, isWrong, help, placeholder }: Props) {
  const { usage } = useTexts()
  return (
    <FormControl error={isWrong}>
      <FormLabel>
        {label}
        {of && <span className="visually-hidden">, {of}</span>}
      </FormLabel>
      <Input
        name={name}
        defaultValue={value}
        error={isWrong}
        placeholder={placeholder ?? usage.caps.none}
        startDecorator="$"
        autoComplete="off"
        slotProps={{ input: { inputMode: 'decimal' } }}
      />
      {isWrong ? (
        <FormHelperText role="alert">{usage.caps.wrong}</FormHelperText>
      ) : (
        help && <FormHelperText>{help}</FormHelperText>
      )}
    </FormControl>
  )
}
