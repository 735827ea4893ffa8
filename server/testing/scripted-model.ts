import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import type { ChatReply } from '#shared/runs.ts'

type Said = string | Partial<ChatReply>

export function scriptedModel(replies: readonly Said[]) {
  const requests: ChatRequest[] = []
  const chat: Ports['chat'] = async function* (_, request) {
    requests.push(structuredClone(request))
    const said = replies[requests.length - 1]
    if (said === undefined) {
      throw new Error(`It was asked ${requests.length} times.`)
    }
    const reply = typeof said === 'string' ? { text: said } : said
    if (reply.text) {
      yield { text: reply.text }
    }
    const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
    return { text: '', usage, estimated: false, ...reply }
  }
  return { chat, requests }
}
