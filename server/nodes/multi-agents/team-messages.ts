import type { ChatMessage } from '#server/engine/ports.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { stateMessages, toChatMessages } from '#server/nodes/sequential-agents/messages.ts'

/** The conversation, in which each worker's message begins with its name. */
export async function teamMessages(step: StepScope): Promise<ChatMessage[]> {
  const messages = await stateMessages(step)
  return toChatMessages(
    messages.map((message) =>
      message.name === undefined ? message : { role: 'user', content: `${message.name}: ${message.content}` },
    ),
  )
}
