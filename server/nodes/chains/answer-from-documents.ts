import type { ChatModel, Document } from '#server/engine/handles.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { contextOf, formatTemplate } from '#server/nodes/retrievers/context-of.ts'

export const defaultResponsePrompt = `Answer the question from the numbered passages below and from nothing else. Name the passages an answer rests on by their numbers, like [1] or [2][3]. If they do not hold the answer, say that you do not know. Answer in the language of the question.

Passages:
{context}`

type AnswerOptions = {
  model: ChatModel
  question: string
  documents: readonly Document[]
  prompt: string
  history?: readonly ChatMessage[]
}

export function answerFrom({ model, question, documents, prompt, history = [] }: AnswerOptions) {
  const system = formatTemplate(prompt, { context: contextOf(documents), question })
  return model.stream({ system, messages: [...history, { role: 'user', content: question }] })
}

/** For chains called by other nodes, which need no streaming. */
export async function collectText(pieces: ReturnType<ChatModel['stream']>): Promise<string> {
  let step = await pieces.next()
  while (!step.done) {
    step = await pieces.next()
  }
  return step.value.text
}
