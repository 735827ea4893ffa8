import { z } from 'zod'
import { parseJson } from '#shared/json.ts'

/** The browser's state of a flow's own chat. Unknown keys of other clients are preserved. */
const internalChatSchema = z.looseObject({
  chatId: z.string().optional().catch(undefined),
  lead: z.record(z.string(), z.unknown()).optional().catch(undefined),
  /** The run in progress when the page was last open. */
  runId: z.string().optional().catch(undefined),
})
export type InternalChat = z.infer<typeof internalChatSchema>

export function internalChatKey(flowId: string) {
  return `${flowId}_INTERNAL`
}

/** Text that is not JSON is the chat id itself, as older clients stored it. JSON of another shape is ignored. */
export function readInternalChat(stored: string | undefined): InternalChat {
  if (!stored) {
    return {}
  }
  const value = parseJson(stored)
  if (value === undefined) {
    return { chatId: stored }
  }
  const chat = internalChatSchema.safeParse(value)
  return chat.success ? chat.data : {}
}

/** Returns the text to store after a change; values that are `undefined` are removed. */
export function changeInternalChat(stored: string | undefined, changes: InternalChat): string {
  return JSON.stringify({ ...readInternalChat(stored), ...changes })
}

/** Returns the text to store after clearing: only the lead record, if there is one. */
export function clearInternalChat(stored: string | undefined): string | undefined {
  const { lead } = readInternalChat(stored)
  return lead && JSON.stringify({ lead })
}
