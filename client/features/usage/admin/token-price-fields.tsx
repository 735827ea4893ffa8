import { FormField } from '#client/components/form-field.tsx'
import type { FormErrors } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { PriceRow } from './prices-page.tsx'

type Typed = { input: string; output: string }
type Props = {
  before: PriceRow | undefined
  field: { errors: FormErrors; autoComplete: string }
  typed: Typed
  onTyped: (typed: Typed) => void
}

export function TokenPriceFields({ before, field, typed, onTyped }: Props) {
  const { usage } = useTexts()
  const { prices } = usage
  const dollars = { ...field, startDecorator: '$' }
  return (
    <>
      <FormField
        {...dollars}
        required
        label={prices.input}
        name="inputUsdPerMillion"
        defaultValue={typed.input}
        autoFocus={before !== undefined}
        onChange={({ target }) => onTyped({ ...typed, input: target.value })}
      />
      <FormField
        {...dollars}
        required
        label={prices.output}
        name="outputUsdPerMillion"
        defaultValue={typed.output}
        onChange={({ target }) => onTyped({ ...typed, output: target.value })}
      />
      <FormField
        {...dollars}
        label={prices.cacheRead}
        name="cacheReadUsdPerMillion"
        defaultValue={before?.cacheReadUsdPerMillion}
        help={prices.cacheHelp}
      />
      <FormField
        {...dollars}
        label={prices.cacheWrite}
        name="cacheWriteUsdPerMillion"
        defaultValue={before?.cacheWriteUsdPerMillion}
        help={prices.cacheHelp}
      />
      <FormField
        {...field}
        label={prices.context}
        name="contextTokens"
        defaultValue={before?.contextTokens ?? ''}
      />
      <FormField
        {...field}
        label={prices.maxOutput}
        name="maxOutputTokens"
        defaultValue={before?.maxOutputTokens ?? ''}
      />
    </>
  )
}
