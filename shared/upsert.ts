import { z } from 'zod'

/** The body of `POST /vector/upsert/{id}`, as Flowise's clients send it. Unknown keys are ignored. */
export const upsertInput = z.object({
  id: z.string(),
  /** Node id of the store, required when a flow has several. */
  stopNodeId: z.string().max(255).optional(),
  chatId: z.string().max(255).optional(),
  /** Values for node inputs, if the flow's owner allows overrides. */
  overrideConfig: z.record(z.string(), z.unknown()).default({}),
})
export type UpsertInput = z.output<typeof upsertInput>

export const upsertResult = z.object({
  numAdded: z.int(),
  numDeleted: z.int(),
  numUpdated: z.int(),
  numSkipped: z.int(),
  totalKeys: z.int(),
  addedDocs: z.array(z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.json()) })),
})
