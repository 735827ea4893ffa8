import { z } from 'zod'
import { channelKinds } from './channels.ts'

/** What stops working or is deleted together with a flow. */
export const flowLossesSchema = z.object({
  isPublic: z.boolean(),
  /** Name of the API key that is bound to it. */
  apiKey: z.string().nullable(),
  channels: z.array(z.object({ kind: z.enum(channelKinds), name: z.string() })),
  /** Other flows and assistants that call it. */
  callers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** It starts by a schedule or a webhook. */
  hasTrigger: z.boolean(),
  /** MCP clients call it. */
  isMcpServer: z.boolean(),
  messages: z.int(),
  leads: z.int(),
})
export type FlowLosses = z.infer<typeof flowLossesSchema>
