import { type Phrases, phrases } from './phrases.ts'
import { termsOf } from './synonyms.ts'
import { type Language, languageOf } from './words.ts'

export type DemoMessage = {
  role: string
  text: string
  /** Tool results carry the arguments of the call in `toolArgs`, as JSON. */
  toolName?: string
  toolArgs?: string
}

export type Conversation = {
  system: string
  question: string
  context: string
  history: DemoMessage[]
  toolResults: DemoMessage[]
  language: Language
  phrases: Phrases
}

/** Longer texts are cut, to bound the time of a request. */
const maxRead = 200_000

/** `[[sandbox …]]` is addressed to the sandbox, not to the model. */
export const marker = /\[\[sandbox\s([^\]]*)\]\]/

export function readConversation(messages: readonly DemoMessage[]): Conversation {
  const isInstruction = ({ role }: DemoMessage) => /system|developer/.test(role)
  const reported = messages.filter(isInstruction).map(({ text }) => text)
  const spoken = messages.filter((message) => !isInstruction(message))
  const at = spoken.findLastIndex(({ role }) => role === 'user')
  const requested = (spoken[at]?.text ?? '').slice(-maxRead).replace(marker, '').trim()
  const { question, context } = splitQuestion(requested)
  const language = languageOf(question)
  return {
    system: reported.join('\n\n').slice(0, maxRead),
    question,
    context,
    history: spoken.slice(0, Math.max(0, at)),
    toolResults: spoken.slice(at + 1).filter(({ role }) => role === 'tool'),
    language,
    phrases: phrases[language],
  }
}

const label = /(?:^|\n)[ \t]*(?:user )?(?:question|query|soru|human|user|kullanıcı)[ \t]*:[ \t]*/gi
const answerLabel = /\n[ \t]*(?:helpful )?(?:answer|cevap|yanıt|assistant|ai)[ \t]*:?\s*$/i

/** Prompts often carry the text to read and the question in one message. */
function splitQuestion(text: string): { question: string; context: string } {
  const bare = text.replace(answerLabel, '').trim()
  const labelled = [...bare.matchAll(label)].at(-1)
  if (labelled && bare.length > labelled.index + labelled[0].length) {
    const end = labelled.index + labelled[0].length
    return { question: bare.slice(end).trim(), context: bare.slice(0, labelled.index).trim() }
  }
  if (!bare.includes('\n')) {
    return { question: bare, context: '' }
  }
  const lines = bare.split('\n').filter((line) => line.trim() !== '')
  const lastQuestion = lines.findLastIndex((line) => line.trim().endsWith('?'))
  const opening = lines[0]?.trim().endsWith(':') ? 0 : lines.length - 1
  const at = lastQuestion >= 0 ? lastQuestion : opening
  return { question: lines[at]?.trim() ?? bare, context: lines.filter((_, index) => index !== at).join('\n') }
}

const rephrasing =
  /(?:follow[- ]?up (?:input|question)|last question)\s*:\s*(.+?)\s*\n\s*(?:standalone question|question by itself)\s*:?\s*$/is

/** The follow-up question of a rephrasing prompt, which asks for a standalone question before a retrieval. */
export function followUpIn(text: string): string | undefined {
  // The question is at the end of a prompt that may be very long.
  const end = text.slice(-4_000)
  const question = rephrasing.exec(end)?.[1]
  const [, earlier = ''] = [...end.matchAll(/(?:^|\n)(?:human|user): (.+)/gi)].at(-1) ?? []
  return (
    question &&
    (isFollowUp(question) && termsOf(earlier, 'en').length > 0 ? `${earlier} ${question}` : question)
  )
}

export function isFollowUp(question: string): boolean {
  const opens = /^(?:and|or|what about|how about|peki|ya)(?![\p{L}])/iu.test(question)
  return opens || termsOf(question, languageOf(question)).length === 0
}
