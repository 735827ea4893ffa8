import { z } from 'zod'
import { isoDate } from './dates.ts'

/** The only permission that spends the owner's money: calling flows, reading answers aloud, upserting. */
export const ASK_FLOWS = 'flows:ask'

/** Permissions of API keys. All but the first are Flowise's names. */
export const permissions = [
  ASK_FLOWS,
  'chatflows:view',
  'chatflows:create',
  'chatflows:update',
  'chatflows:delete',
  'agentflows:view',
  'agentflows:create',
  'agentflows:update',
  'agentflows:delete',
  'credentials:view',
  'credentials:create',
  'credentials:update',
  'credentials:delete',
  'variables:view',
  'variables:create',
  'variables:update',
  'variables:delete',
  'tools:view',
  'tools:create',
  'tools:update',
  'tools:delete',
  'assistants:view',
  'assistants:create',
  'assistants:update',
  'assistants:delete',
  'documentStores:view',
  'documentStores:create',
  'documentStores:update',
  'documentStores:delete',
  'documentStores:add-loader',
  'documentStores:delete-loader',
  'documentStores:preview-process',
  'documentStores:upsert-config',
  'executions:view',
  'executions:update',
  'executions:delete',
  'datasets:view',
  'datasets:create',
  'datasets:update',
  'datasets:delete',
  'evaluators:view',
  'evaluators:create',
  'evaluators:update',
  'evaluators:delete',
  'evaluations:view',
  'evaluations:create',
  'evaluations:update',
  'evaluations:delete',
  'workspace:export',
  'workspace:import',
  'apikeys:view',
  'apikeys:create',
  'apikeys:update',
  'apikeys:delete',
  'logs:view',
] as const
export type Permission = (typeof permissions)[number]

export const apiKeySchema = z.object({
  id: z.string(),
  keyName: z.string(),
  /** The whole key in the response that created it; afterwards only its ends, because it is not stored. */
  apiKey: z.string(),
  permissions: z.array(z.string()),
  lastUsedDate: isoDate.nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
  chatFlows: z.array(z.object({ flowName: z.string(), category: z.string(), updatedDate: isoDate })),
})
export type ApiKey = z.infer<typeof apiKeySchema>

const fields = z.object({
  keyName: z.string().trim().min(1, 'Enter a name').max(255),
  permissions: z.array(z.string().max(100)).min(1, 'Choose at least one permission').max(200),
})
export const createApiKeyInput = fields
export const updateApiKeyInput = fields.partial().extend({ id: z.string() })
