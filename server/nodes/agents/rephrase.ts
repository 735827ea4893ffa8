import { askModel } from '#server/engine/ask-model.ts'
import type { ChatModel } from '#server/engine/handles.ts'
import type { ChatMessage } from '#server/engine/ports.ts'

type Rephrasing = {
  model: ChatModel
  prompt: string | undefined
  history: readonly ChatMessage[]
  question: string
}

export async function rephrase({ model, prompt, history, question }: Rephrasing): Promise<string> {
  if (history.length === 0 || !prompt) {
    return question
  }
  const spoken = history.map(({ role, content }) => `${role}: ${content}`).join('\n')
  const content = prompt.replaceAll('{chat_history}', spoken).replaceAll('{question}', question)
  const { text } = await askModel(model, { messages: [{ role: 'user', content }] })
  return text.trim() || question
}
