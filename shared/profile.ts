import { z } from 'zod'
import { userSchema } from './auth.ts'
import { checkEmail } from './email.ts'
import { checkPhone, DEFAULT_PHONE_CODE } from './phone.ts'

export const profileSchema = z.object({
  customerName: z.string(),
  address: z.string(),
  phone: z.string(),
  phoneCountryCode: z.string(),
  companyName: z.string(),
  companyVatNo: z.string(),
  companyAddress: z.string(),
  companyPhone: z.string(),
  companyPhoneCountryCode: z.string(),
  companyEmail: z.string(),
})
export type Profile = z.infer<typeof profileSchema>

export const emptyProfile: Profile = {
  customerName: '',
  address: '',
  phone: '',
  phoneCountryCode: DEFAULT_PHONE_CODE,
  companyName: '',
  companyVatNo: '',
  companyAddress: '',
  companyPhone: '',
  companyPhoneCountryCode: DEFAULT_PHONE_CODE,
  companyEmail: '',
}

/** `updatedDate` is the later one of account and profile. */
export const fullProfileSchema = userSchema.extend(profileSchema.shape)
export type FullProfile = z.infer<typeof fullProfileSchema>

export const meSchema = fullProfileSchema.extend({
  impersonator: z.object({ id: z.string(), username: z.string() }).nullable(),
})
export type Me = z.infer<typeof meSchema>

export function checkProfile(profile: Profile): Partial<Record<keyof Profile, string>> {
  const sentences = {
    customerName: profile.customerName.trim() === '' ? 'Customer Name is required' : undefined,
    phone: checkPhone(profile.phone, profile.phoneCountryCode),
    companyPhone: checkPhone(profile.companyPhone, profile.companyPhoneCountryCode),
    companyEmail: checkEmail(profile.companyEmail),
  }
  return Object.fromEntries(Object.entries(sentences).filter(([, sentence]) => sentence !== undefined))
}

const line = z.string().trim().max(255, 'Use at most 255 characters')
const text = z.string().trim().max(1_000, 'Use at most 1,000 characters')

/** An absent field stays as stored; `checkProfile` then validates the whole. */
export const saveProfileInput = z
  .object({
    customerName: line,
    address: text,
    phone: z.string().trim().max(40, 'Use at most 40 characters'),
    phoneCountryCode: z.string().max(8),
    companyName: line,
    companyVatNo: z.string().trim().max(50, 'Use at most 50 characters'),
    companyAddress: text,
    companyPhone: z.string().trim().max(40, 'Use at most 40 characters'),
    companyPhoneCountryCode: z.string().max(8),
    companyEmail: z.string().trim().max(1_000),
  })
  .partial()
export type ProfileChanges = z.output<typeof saveProfileInput>
