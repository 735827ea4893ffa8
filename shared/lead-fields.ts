// Separate from the schemas, because the chat of a visitor loads no schema library.
import { checkEmail } from './email.ts'

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
