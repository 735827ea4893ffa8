import './phone-field.css'
import { ChevronsUpDown } from 'lucide-react'
import { useLanguage } from '#client/texts/texts.tsx'
import { findPhoneCountry, formatNational, phoneCountries } from '#shared/phone.ts'
import { FormField } from './form-field.tsx'
import type { FormErrors } from './use-form.ts'

type Props = {
  label: string
  /** The selector's accessible name; it has no visible label. */
  codeLabel: string
  name: string
  code: string
  phone: string
  onCode: (code: string) => void
  onPhone: (phone: string) => void
  errors: FormErrors
  required?: boolean
  /** Label of the empty choice, where a country is optional. */
  noCodeLabel?: string
}

/** A phone number with a country code, formatted for its country on blur. */
export function PhoneField({
  label,
  codeLabel,
  name,
  code,
  phone,
  onCode,
  onPhone,
  errors,
  required = false,
  noCodeLabel,
}: Props) {
  const [language] = useLanguage()
  const nameOf = new Intl.DisplayNames(language, { type: 'region' })
  return (
    <FormField
      label={label}
      name={name}
      errors={errors}
      required={required}
      type="tel"
      autoComplete="tel-national"
      value={phone}
      onChange={({ target }) => onPhone(target.value)}
      onBlur={() => onPhone(formatNational(phone, code))}
      startDecorator={
        <span className="phone-code row gap-6 relative text-primary">
          <small className="text-tertiary" aria-hidden="true">
            {findPhoneCountry(code)?.country}
          </small>
          <span aria-hidden="true">{code}</span>
          <ChevronsUpDown className="text-tertiary" size={14} aria-hidden="true" />
          <select
            className="full-width absolute inherits-font pressable fills"
            aria-label={codeLabel}
            value={code}
            onChange={({ target }) => onCode(target.value)}
          >
            {noCodeLabel && <option value="">{noCodeLabel}</option>}
            {phoneCountries.map((each) => (
              <option key={each.code} value={each.code}>
                {nameOf.of(each.country) ?? each.name} ({each.code})
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}
