import { z } from 'zod'

/** What the browser remembers of a flow's own chat. Values of other clients are kept as they are. */
const internalChatSchema = z.looseObject({
  chatId: z.string().optional().catch(undefined),
  lead: z.record(z.string(), z.unknown()).optional().catch(undefined),
  /** The run that was going on when the page was last seen. */
  runId: z.string().optional().catch(undefined),
})
export type InternalChat = z.infer<typeof internalChatSchema>

export function internalChatKey(flowId: string) {
  return `${flowId}_INTERNAL`
}

/** Text that is no JSON is the chat id itself, as older clients stored it. JSON that is no record says nothing. */
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

/** The text to store after some values have changed; one that is `undefined` is taken out. */
export function changeInternalChat(stored: string | undefined, changes: InternalChat): string {
  return JSON.stringify({ ...readInternalChat(stored), ...changes })
}

/** The text to store after clearing: the lead record alone if there is one, else nothing. */
export function clearInternalChat(stored: string | undefined): string | undefined {
  const { lead } = readInternalChat(stored)
  return lead && JSON.stringify({ lead })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
