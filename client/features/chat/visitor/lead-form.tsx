import { Button } from '@mui/joy'
import { useState } from 'react'
import { z } from 'zod'
import { randomKey } from '#client/api/random-key.ts'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { PhoneField } from '#client/components/phone-field.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { LeadForm as Form } from '#shared/chatbot.ts'
import { checkLeadField, type LeadField } from '#shared/lead-fields.ts'
import { checkPhone, DEFAULT_PHONE_CODE, formatPhone } from '#shared/phone.ts'

export type LeadDetails = Partial<Record<LeadField, string>>

type Props = {
  flowId: string
  form: Form
  /** Undefined before the conversation has started. */
  chatId: string | undefined
  onLeft: (lead: LeadDetails, chatId: string) => void
}

const kinds = {
  name: { autoComplete: 'name', type: 'text' },
  email: { autoComplete: 'email', type: 'email' },
} as const

export function LeadForm({ flowId, form: { title, fields }, chatId, onLeft }: Props) {
  const { chatVisitor: texts } = useTexts()
  const errorText = useErrorText()
  const [code, setCode] = useState(DEFAULT_PHONE_CODE)
  const [phone, setPhone] = useState('')
  const leave = trpc.leads.try.useMutation()
  const { errors, handlers, showServerErrors } = useForm(schemaOf(fields, code), (typed) => {
    const lead = { ...typed, ...(typed.phone && { phone: formatPhone(typed.phone, code) }) }
    leave.mutate(
      { flowId, chatId: chatId ?? randomKey(), ...lead },
      { onSuccess: (left) => onLeft(lead, left.chatId), onError: (error) => void showServerErrors(error) },
    )
  })
  return (
    <form
      className="chat-lead stack gap-12 backdrop-body outlined round-md"
      aria-label={title || texts.leadTitle}
      {...handlers}
    >
      <p className="medium">{title || texts.leadTitle}</p>
      {leave.error && <FormBanner>{errorText(leave.error)}</FormBanner>}
      {fields.map((field) =>
        field === 'phone' ? (
          <PhoneField
            key={field}
            label={texts.lead.phone}
            codeLabel={texts.phoneCode}
            name="phone"
            code={code}
            phone={phone}
            onCode={setCode}
            onPhone={setPhone}
            errors={errors}
            required
          />
        ) : (
          <FormField
            key={field}
            label={texts.lead[field]}
            name={field}
            errors={errors}
            required
            {...kinds[field]}
          />
        ),
      )}
      <Button type="submit" loading={leave.isPending}>
        {texts.sendLead}
      </Button>
    </form>
  )
}

function schemaOf(fields: readonly LeadField[], code: string): z.ZodType<LeadDetails> {
  const checked = (field: LeadField) =>
    z
      .string()
      .trim()
      .max(254, 'Use at most 254 characters')
      .superRefine((text, context) => {
        const message =
          text === ''
            ? 'Please fill in this field'
            : field === 'phone'
              ? checkPhone(text, code)
              : checkLeadField(field, text)
        if (message) {
          context.addIssue({ code: 'custom', message })
        }
      })
  return z.object(Object.fromEntries(fields.map((field) => [field, checked(field)])))
}
