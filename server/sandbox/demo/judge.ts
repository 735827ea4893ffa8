import type { Shape } from './generate-value.ts'
import { contentWordsOf, languageOf } from './words.ts'

/** A request for a score of an answer, with the reason. */
export function wantsJudgement(schema: Shape | undefined): boolean {
  const { score, reason } = schema?.properties ?? {}
  return score?.type === 'number' && reason?.type === 'string'
}

/** The share of the expected words that the answer has, in steps of a twentieth. */
export function judgeAnswer(prompt: string): { score: number; reason: string } {
  const isTurkish = languageOf(prompt) === 'tr'
  const expected = [...new Set(contentWordsOf(partOf(prompt, 'expected')))]
  const given = new Set(contentWordsOf(partOf(prompt, 'answer')))
  const missing = expected.filter((word) => !given.has(word))
  const share = expected.length === 0 ? 1 : 1 - missing.length / expected.length
  const score = Math.round(share * 20) / 20
  const [first] = missing
  if (first === undefined) {
    return { score, reason: isTurkish ? 'Beklenen her şey yanıtta var.' : 'Everything expected is there.' }
  }
  return { score, reason: isTurkish ? `Yanıtta “${first}” yok.` : `“${first}” is missing.` }
}

function partOf(prompt: string, name: string): string {
  const begin = prompt.lastIndexOf(`<${name}>`)
  const end = prompt.indexOf(`</${name}>`, begin)
  return begin < 0 || end < 0 ? '' : prompt.slice(begin + name.length + 2, end)
}
