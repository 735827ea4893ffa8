import { z } from 'zod'
import { line, reject, short } from './section-fields.ts'
import { speakerNames } from './speaking.ts'

const leads = z
  .object({
    status: z.boolean(),
    title: short,
    successMessage: short,
    name: z.boolean(),
    email: z.boolean(),
    phone: z.boolean(),
  })
  .superRefine(({ status, name, email, phone }, context) => {
    if (status && !(name || email || phone)) {
      reject(context, { path: ['fields'], message: 'Choose at least one field' })
    }
  })

const voiceSettings = z.object({
  credentialId: line.max(100),
  voice: line.max(100),
  model: line.max(100),
  autoPlay: z.boolean(),
})

const textToSpeech = z
  .object({
    provider: z.enum(['none', ...speakerNames]),
    settings: z.partialRecord(z.enum(speakerNames), voiceSettings),
  })
  .superRefine(({ provider, settings }, context) => {
    if (provider === 'none') {
      return
    }
    const at = (field: string) => ['settings', provider, field]
    if (!settings[provider]?.credentialId) {
      reject(context, { path: at('credentialId'), message: 'Choose a credential' })
    }
    if (provider === 'elevenlabs' && !settings[provider]?.voice) {
      reject(context, { path: at('voice'), message: 'Choose a voice' })
    }
  })

export const visitorSections = { leads, chatFeedback: z.object({ status: z.boolean() }), textToSpeech }
