import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { soundSchema, speakHereInput, tryVoiceInput, voiceSchema, voicesInput } from '#shared/speaking.ts'

export const speakingRouter = router({
  speak: procedure
    .input(speakHereInput)
    .output(soundSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.speaking.speakText(ctx.caller.id, input, signal)),

  try: procedure
    .input(tryVoiceInput)
    .output(soundSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.speaking.tryVoice(ctx.caller.id, input, signal)),

  voices: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/text-to-speech/voices',
        id: 'listVoices',
        tag: 'Speech',
        summary: 'List voices of a provider',
      },
    })
    .input(voicesInput)
    .output(z.array(voiceSchema))
    .query(({ ctx, input }) => ctx.services.speaking.voices(ctx.caller.id, input)),
})
