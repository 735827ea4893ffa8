import { z } from 'zod'

/** A field of a node that a caller may override, as `GET /flow-config/{id}` and `POST /node-config` list it. */
export const overridableFieldSchema = z.object({
  /** The node's label: what `apiConfig` names nodes by. */
  node: z.string(),
  nodeId: z.string(),
  label: z.string(),
  name: z.string(),
  type: z.string(),
})
export type OverridableField = z.infer<typeof overridableFieldSchema>

/** A node's data as the canvas holds it; other keys are ignored. */
export const nodeConfigInput = z.object({
  name: z.string().max(255),
  id: z.string().max(255).optional(),
  label: z.string().max(255).optional(),
})
