import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import type { ChatReply } from '#shared/runs.ts'

type ScriptedReply = string | Partial<ChatReply>

export function scriptedModel(replies: readonly ScriptedReply[]) {
  const requests: ChatRequest[] = []
  const chat: Ports['chat'] = async function* (_, request) {
    requests.push(structuredClone(request))
    const scripted = replies[requests.length - 1]
    if (scripted === undefined) {
      throw new Error(`It was asked ${requests.length} times.`)
    }
    const reply = typeof scripted === 'string' ? { text: scripted } : scripted
    if (reply.text) {
      yield { text: reply.text }
    }
    const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
    return { text: '', usage, estimated: false, ...reply }
  }
  return { chat, requests }
}
