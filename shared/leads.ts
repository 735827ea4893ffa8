import { z } from 'zod'
import { isoDate } from './dates.ts'
import { checkEmail } from './email.ts'

export const leadSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  chatflowid: z.string(),
  chatId: z.string(),
  createdDate: isoDate,
})

export const leadFields = ['name', 'email', 'phone'] as const
export type LeadField = (typeof leadFields)[number]

/** Accepts numbers of any country; validation per country requires a form that has the country. */
const looksLikePhone = /^\+?[\d\s().-]{5,30}$/

/** The first issue of a field as a message. Empty values are valid. */
export function checkLeadField(field: LeadField, text: string): string | undefined {
  if (text === '' || field === 'name') {
    return undefined
  }
  if (field === 'email') {
    return checkEmail(text)
  }
  return looksLikePhone.test(text) ? undefined : 'Please enter a valid phone number'
}

const fieldSchema = (field: LeadField, max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .superRefine((text, context) => {
      const message = checkLeadField(field, text)
      if (message) {
        context.addIssue({ code: 'custom', message })
      }
    })
    .nullish()

const details = {
  name: fieldSchema('name', 200),
  email: fieldSchema('email', 254),
  phone: fieldSchema('phone', 40),
}
const chatId = z.string().min(1).max(255)

export const leaveLeadInput = z.object({ chatflowid: z.string(), chatId: chatId.nullish(), ...details })
export type LeaveLead = z.output<typeof leaveLeadInput>
export const tryLeadInput = z.object({ flowId: z.string(), chatId, ...details })
