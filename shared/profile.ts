import { z } from 'zod'
import { userSchema } from './auth.ts'

/** Personal and company contact (specification §3). Empty where nothing is stored. */
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

/** What the signed-in user is told of himself: forms of billing are filled in from it. */
export const meSchema = userSchema.extend(profileSchema.shape)
export type Me = z.infer<typeof meSchema>
