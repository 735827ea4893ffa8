import type { ChatReply } from '#shared/runs.ts'
import type { ChatModel } from './handles.ts'
import type { ChatRequest } from './ports.ts'

export async function callModel(model: ChatModel, request: ChatRequest): Promise<ChatReply> {
  const pieces = model.stream(request)
  let step = await pieces.next()
  while (!step.done) {
    step = await pieces.next()
  }
  return step.value
}
