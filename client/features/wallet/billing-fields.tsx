import { Checkbox, Typography } from '@mui/joy'
import { FormField } from '#client/components/form-field.tsx'
import { PhoneField } from '#client/components/phone-field.tsx'
import type { FormErrors } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { AsciiHint } from './ascii-hint.tsx'
import type { BillingValues } from './top-up-rules.ts'
import type { useBilling } from './use-billing.ts'

type Props = { billing: ReturnType<typeof useBilling>; errors: FormErrors; onFix: (name: string) => void }
type Plain = Exclude<keyof BillingValues, 'companyPhone'>

const inputs: Record<Plain, { maxLength: number; autoComplete: string }> = {
  customerName: { maxLength: 60, autoComplete: 'name' },
  companyName: { maxLength: 200, autoComplete: 'organization' },
  address: { maxLength: 400, autoComplete: 'street-address' },
  companyAddress: { maxLength: 400, autoComplete: 'off' },
  companyEmail: { maxLength: 100, autoComplete: 'email' },
  companyVatNo: { maxLength: 50, autoComplete: 'off' },
}

export function BillingFields({ billing, errors, onFix }: Props) {
  const texts = useTexts().wallet.topUp
  const { values, set, code, setCode, isFromProfile, isChanged } = billing
  const change = (name: keyof BillingValues, value: string) => {
    set(name, value)
    onFix(name)
  }
  const field = (name: Plain, isPlainAscii: boolean, isWide = false) => (
    <div className="billing-field shrinks" data-wide={isWide || undefined}>
      <FormField
        label={texts[name]}
        name={name}
        errors={errors}
        required={name !== 'companyVatNo'}
        help={name === 'companyVatNo' ? texts.optional : undefined}
        value={values[name]}
        onChange={({ target }) => change(name, target.value)}
        slotProps={{ input: inputs[name] }}
      />
      {isPlainAscii && <AsciiHint value={values[name]} onConvert={(converted) => change(name, converted)} />}
    </div>
  )

  return (
    <fieldset className="billing grid shrinks borderless flush content-start halves">
      <Typography component="legend" level="title-md">
        {texts.billing}
      </Typography>
      <p className="billing-note text-12 line-16 text-tertiary">
        {isFromProfile && `${texts.billingNote} `}
        {texts.asciiNote}
      </p>
      {field('customerName', true)}
      {field('companyName', true)}
      {field('address', true, true)}
      {field('companyAddress', true, true)}
      <div className="billing-field shrinks">
        <PhoneField
          label={texts.companyPhone}
          codeLabel={texts.phoneCode}
          name="companyPhone"
          code={code}
          phone={values.companyPhone}
          onCode={setCode}
          onPhone={(phone) => change('companyPhone', phone)}
          errors={errors}
          required
        />
      </div>
      {field('companyEmail', true)}
      {field('companyVatNo', false)}
      {isChanged && (
        <Checkbox
          className="billing-save"
          size="sm"
          label={texts.saveToProfile}
          checked={billing.savesToProfile}
          onChange={({ target }) => billing.setSavesToProfile(target.checked)}
        />
      )}
    </fieldset>
  )
}
