import { z } from 'zod'
import { isoDate } from './dates.ts'
import { checkLeadField, type LeadField } from './lead-fields.ts'

export const leadSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  chatflowid: z.string(),
  chatId: z.string(),
  createdDate: isoDate,
})
export type Lead = z.infer<typeof leadSchema>

/** Without a flow, those of all own flows. */
export const ownLeadsInput = z.object({ flowId: z.string().optional() })

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
