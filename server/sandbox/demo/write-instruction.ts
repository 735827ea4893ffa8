import type { DemoMessage } from './conversation.ts'
import { capitalise, languageOf, sentencesOf } from './words.ts'

const asksForOne = /^You write instructions\b/
const mostRules = 12

/** The answer to a prompt that wants an instruction for another model: the description, put in order. Undefined for any other. */
export function writeInstruction(messages: readonly DemoMessage[]): string | undefined {
  const system = messages.find(({ role }) => role === 'system')?.text ?? ''
  if (!asksForOne.test(system)) {
    return undefined
  }
  const task = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const said = words[languageOf(task)]
  const rules = sentencesOf(task.slice(0, 4_000))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence))
    .slice(0, mostRules)
    .map((sentence) => `- ${ended(capitalise(sentence))}`)
  return [said.who, '', said.does, ...rules, '', said.manner].join('\n')
}

function ended(sentence: string) {
  return /[.!?…:]$/.test(sentence) ? sentence : `${sentence}.`
}

const words = {
  en: {
    who: 'You are a careful assistant.',
    does: 'Your task:',
    manner: 'Answer briefly and politely. Say so when you do not know something, and invent nothing.',
  },
  tr: {
    who: 'Sen dikkatli bir asistansın.',
    does: 'Görevin:',
    manner: 'Kısa ve kibar yanıt ver. Bilmediğini söyle, hiçbir şey uydurma.',
  },
}
