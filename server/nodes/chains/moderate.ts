import type { Moderation } from '#server/engine/handles.ts'

export const inputModeration = {
  label: 'Input Moderation',
  type: 'Moderation',
  description: 'Blocks a message before the model receives it.',
  list: true,
  optional: true,
} as const

/** Returns the message of the first moderation that rejects the text. A rejection is an answer, not an error. */
export async function findRejection(
  moderations: readonly Moderation[],
  text: string,
): Promise<string | undefined> {
  for (const { refuse: reject } of moderations) {
    const sentence = await reject(text)
    if (sentence !== undefined) {
      return sentence
    }
  }
  return undefined
}

export function toWords(sentence: string): string[] {
  return sentence.match(/\s*\S+/g) ?? []
}
