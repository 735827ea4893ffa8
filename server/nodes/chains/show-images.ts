import type { ChatImage, ChatRequest } from '#server/engine/ports.ts'

export function showImages(request: ChatRequest, images: readonly ChatImage[] | undefined): ChatRequest {
  const at = request.messages.findLastIndex(({ role }) => role === 'user')
  if (!images?.length || at < 0) {
    return request
  }
  const messages = request.messages.map((message, index) =>
    index === at && message.role === 'user' ? { ...message, images } : message,
  )
  return { ...request, messages }
}
