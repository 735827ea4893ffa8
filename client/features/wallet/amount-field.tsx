import { FormControl, FormHelperText, Input } from '@mui/joy'
import { FieldLabel } from '#client/components/form-field.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Bounds } from './top-up-rules.ts'

type Props = {
  text: string
  amount: string | undefined
  bounds: Bounds
  error: string | undefined
  onChange: (text: string) => void
  onEnter: () => void
}

const common = [50, 100, 250, 500]

/** An amount in dollars. A text field, because browsers format number fields in their own language. */
export function AmountField({ text, amount, bounds, error, onChange, onEnter }: Props) {
  const texts = useTexts().wallet.topUp
  const [language] = useLanguage()
  const inDollars = (dollars: number) => formatMoney(dollars, language, 0)
  return (
    <FormControl error={error !== undefined}>
      <FieldLabel label={texts.amount} required />
      <Input
        className="top-up-amount"
        name="amount"
        value={text}
        autoFocus
        autoComplete="off"
        error={error !== undefined}
        slotProps={{ input: { inputMode: 'decimal', step: '0.01', maxLength: 16 } }}
        startDecorator="$"
        endDecorator={<small className="text-tertiary">USD</small>}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !(event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onEnter()
          }
        }}
      />
      <fieldset className="top-up-chips flex gap-6 unpadded borderless margin-8-0-0" aria-label={texts.chips}>
        {common.map((dollars) => (
          <button
            className="text-primary surface outlined round-sm pressable pad-0-10 line-on-hover min-height-28"
            key={dollars}
            type="button"
            aria-pressed={amount !== undefined && Number(amount) === dollars}
            onClick={() => onChange(String(dollars))}
          >
            {inDollars(dollars)}
          </button>
        ))}
      </fieldset>
      {error ? (
        <FormHelperText role="alert">{error}</FormHelperText>
      ) : (
        <FormHelperText>
          {texts.range(inDollars(bounds.minimumAmount), inDollars(bounds.maximumAmount))}
        </FormHelperText>
      )}
    </FormControl>
  )
}
