import { z } from 'zod'

type Speaker = {
  label: string
  credential: string
  /** The first one is the default. */
  models: readonly [string, ...string[]]
  /** Voices of every account; the first one is the default. */
  voices: readonly string[]
}

export const speakers = {
  openai: {
    label: 'OpenAI',
    credential: 'openAIApi',
    models: ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'],
    voices: ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'],
  },
  elevenlabs: {
    label: 'ElevenLabs',
    credential: 'elevenLabsApi',
    models: ['eleven_multilingual_v2', 'eleven_flash_v2_5', 'eleven_turbo_v2_5'],
    voices: [],
  },
} as const satisfies Record<string, Speaker>
export type SpeakerName = keyof typeof speakers
export const speakerNames = Object.keys(speakers) as [SpeakerName, ...SpeakerName[]]

const MAX_TRIAL = 200

/** From a chat client: an answer of its conversation. The stored text is read, whatever text the client sends. */
export const speakInput = z.object({
  chatflowId: z.string(),
  chatId: z.string().min(1).max(255),
  chatMessageId: z.string().min(1).max(255),
})
export type SpeakInput = z.output<typeof speakInput>

export const speakHereInput = z.object({ flowId: z.string(), messageId: z.string() })
export const tryVoiceInput = z.object({
  flowId: z.string(),
  text: z.string().trim().min(1).max(MAX_TRIAL),
  provider: z.enum(speakerNames),
  credentialId: z.string().min(1, 'Choose a credential'),
  voice: z.string().max(100),
  model: z.string().max(100),
})

export const soundSchema = z.object({
  /** `mp3`, `wav`, … */
  format: z.string(),
  /** Base64. */
  audio: z.string(),
})
export type SpokenSound = z.infer<typeof soundSchema>

export const voicesInput = z.object({ provider: z.enum(speakerNames), credentialId: z.string() })
export const voiceSchema = z.object({ id: z.string(), name: z.string(), category: z.string().optional() })
export type Voice = z.infer<typeof voiceSchema>
