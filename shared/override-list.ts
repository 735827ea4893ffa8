import { z } from 'zod'

export const overridableFieldSchema = z.object({
  /** The node's label, by which `apiConfig` identifies nodes. */
  node: z.string(),
  nodeId: z.string(),
  label: z.string(),
  name: z.string(),
  type: z.string(),
})
export type OverridableField = z.infer<typeof overridableFieldSchema>

/** A node's data as on the canvas; other keys are ignored. */
export const nodeConfigInput = z.object({
  name: z.string().max(255),
  id: z.string().max(255).optional(),
  label: z.string().max(255).optional(),
})
