import type { Moderation } from '#server/engine/handles.ts'

export const inputModeration = {
  label: 'Input Moderation',
  type: 'Moderation',
  description: 'Blocks a message before the model receives it.',
  list: true,
  optional: true,
} as const

/** What the first moderation that refuses the text says. A refusal is an answer, not an error. */
export async function findRefusal(
  moderations: readonly Moderation[],
  text: string,
): Promise<string | undefined> {
  for (const { refuse } of moderations) {
    const sentence = await refuse(text)
    if (sentence !== undefined) {
      return sentence
    }
  }
  return undefined
}

/** Word by word, as a model would write it. */
export function toWords(sentence: string): string[] {
  return sentence.match(/\s*\S+/g) ?? []
}
