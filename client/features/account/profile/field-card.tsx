import { FormControl, FormHelperText, FormLabel, Input, Textarea } from '@mui/joy'
import { FieldLabel } from '#client/components/form-field.tsx'
import { PhoneField } from '#client/components/phone-field.tsx'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import { formatPhone } from '#shared/phone.ts'
import type { Profile } from '#shared/profile.ts'
import type { ProfileForm } from './use-profile-form.ts'

type ReadProps = { label: string; value: string; required?: boolean; help?: string }

export function ReadField({ label, value, required = false, help }: ReadProps) {
  const { account } = useTexts()
  return (
    <dl className="field-card">
      <dt className="text-13 line-18 medium margin-bottom-4">
        {label}
        {required && <RequiredStar />}
      </dt>
      <dd className="breaks-anywhere" data-empty={value === '' || undefined}>
        {value === '' ? account.profile.empty : value}
      </dd>
      {help && <dd className="field-help text-12 line-16 text-tertiary breaks-anywhere">{help}</dd>}
    </dl>
  )
}

type Name = keyof ReturnType<typeof useTexts>['account']['profile']['fields'] & keyof Profile
type CardProps = { name: Name; stored: Profile; form: ProfileForm }

export function TextCard({
  name,
  stored,
  form,
  required = false,
  lines = 1,
  type,
  autoComplete,
}: CardProps & { required?: boolean; lines?: number; type?: string; autoComplete?: string }) {
  const label = useTexts().account.profile.fields[name]
  const sentence = useSentence()
  const { draft, errors, change } = form
  if (!draft) {
    return <ReadField label={label} value={stored[name]} required={required} />
  }
  const [error] = errors[name] ?? []
  const shared = {
    name,
    value: draft[name],
    error: Boolean(error),
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
    ...(autoComplete && { autoComplete }),
  }
  return (
    <FormControl error={Boolean(error)}>
      {required ? <FieldLabel label={label} required /> : <FormLabel>{label}</FormLabel>}
      {lines > 1 ? (
        <Textarea {...shared} minRows={lines} maxRows={6} />
      ) : (
        <Input {...shared} {...(type && { type })} />
      )}
      {error && <FormHelperText role="alert">{sentence(error)}</FormHelperText>}
    </FormControl>
  )
}

type PhoneProps = Omit<CardProps, 'name'> & { name: 'phone' | 'companyPhone' }

export function PhoneCard({ name, stored, form }: PhoneProps) {
  const { profile } = useTexts().account
  const codeName = name === 'phone' ? 'phoneCountryCode' : 'companyPhoneCountryCode'
  const { draft, errors, change } = form
  if (!draft) {
    return <ReadField label={profile.fields[name]} value={formatPhone(stored[name], stored[codeName])} />
  }
  return (
    <PhoneField
      label={profile.fields[name]}
      codeLabel={name === 'phone' ? profile.phoneCode : profile.companyPhoneCode}
      noCodeLabel={profile.noCode}
      name={name}
      code={draft[codeName]}
      phone={draft[name]}
      onCode={(code) => change(codeName, code)}
      onPhone={(phone) => change(name, phone)}
      errors={errors}
    />
  )
}
