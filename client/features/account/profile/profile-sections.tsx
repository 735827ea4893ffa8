import { FormControl, FormHelperText, FormLabel, Input } from '@mui/joy'
import { Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FullProfile } from '#shared/profile.ts'
import { PhoneCard, ReadField, TextCard } from './field-card.tsx'
import { companyFields, type ProfileForm, personalFields } from './use-profile-form.ts'

type Props = { stored: FullProfile; form: ProfileForm }

export function ProfileSections({ stored, form }: Props) {
  const { sections } = useTexts().account.profile
  const both = { stored, form }
  return (
    <>
      <Section title={sections.personal} isDirty={form.isDirty(personalFields)}>
        <TextCard {...both} name="customerName" required autoComplete="name" />
        <EmailCard email={stored.email} isEdited={form.draft !== undefined} />
        <TextCard {...both} name="address" lines={3} autoComplete="street-address" />
        <PhoneCard {...both} name="phone" />
      </Section>
      <Section title={sections.company} isDirty={form.isDirty(companyFields)}>
        <TextCard {...both} name="companyName" autoComplete="organization" />
        <TextCard {...both} name="companyVatNo" />
        <TextCard {...both} name="companyAddress" lines={2} />
        <PhoneCard {...both} name="companyPhone" />
        <TextCard {...both} name="companyEmail" type="email" />
      </Section>
      <SystemSection stored={stored} />
    </>
  )
}

function Section({ title, isDirty, children }: { title: string; isDirty: boolean; children: ReactNode }) {
  const { profile } = useTexts().account
  const id = useId()
  return (
    <section className="profile-section" aria-labelledby={id}>
      <header className="row gap-12 line-below">
        <h3 id={id}>{title}</h3>
        {isDirty && (
          <span className="row gap-6 text-12 text-secondary" role="status">
            <StatusDot state="draft" />
            {profile.unsaved}
          </span>
        )}
      </header>
      <div className="profile-fields grid items-start two-columns">{children}</div>
    </section>
  )
}

function EmailCard({ email, isEdited }: { email: string; isEdited: boolean }) {
  const { profile } = useTexts().account
  const { email: label } = profile.fields
  if (!isEdited) {
    return <ReadField label={label} value={email} help={profile.emailHelp} />
  }
  return (
    <FormControl>
      <FormLabel>{label}</FormLabel>
      <Input
        value={email}
        readOnly
        className="profile-locked"
        endDecorator={<Lock size={16} aria-hidden="true" />}
      />
      <FormHelperText>{profile.emailHelp}</FormHelperText>
    </FormControl>
  )
}

function SystemSection({ stored: { createdDate, id } }: { stored: FullProfile }) {
  const { profile } = useTexts().account
  const [language] = useLanguage()
  const titleId = useId()
  const since = formatDate(new Date(createdDate), language, { dateStyle: 'medium' })
  return (
    <section className="profile-section" aria-labelledby={titleId}>
      <header className="row gap-12 line-below">
        <h3 id={titleId}>{profile.sections.system}</h3>
      </header>
      <dl className="profile-system grid gap-2">
        <ReceiptLine label={profile.memberSince} value={since} />
        <ReceiptLine
          label={profile.fields.accountId}
          value={<span className="monospace breaks-anywhere tabular">{id}</span>}
        />
      </dl>
    </section>
  )
}
