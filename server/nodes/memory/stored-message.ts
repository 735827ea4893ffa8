import { z } from 'zod'
import type { ChatMessage } from '#server/engine/ports.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'

/** The message format of Flowise's external lists, newest first, so that its conversations can be continued. */
const storedSchema = z.looseObject({
  type: z.enum(['human', 'ai', 'system']),
  data: z.looseObject({ content: z.string() }),
})
const roles = { human: 'user', ai: 'assistant', system: 'system' } as const

export function toStored(type: 'human' | 'ai', content: string): string {
  return JSON.stringify({ type, data: { content, additional_kwargs: {}, response_metadata: {} } })
}

/** Returns the oldest message first. Invalid entries are skipped. */
export function fromStored(newestFirst: readonly unknown[]): ChatMessage[] {
  return [...newestFirst].reverse().flatMap((text) => {
    const parsed = storedSchema.safeParse(read(text))
    return parsed.success ? [{ role: roles[parsed.data.type], content: parsed.data.data.content }] : []
  })
}

function read(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parseBoundedJson(text) : text
  } catch {
    return undefined
  }
}
