import { z } from 'zod'
import { isoDate } from './dates.ts'

export const mcpAuthTypes = ['NONE', 'CUSTOM_HEADERS', 'OAUTH'] as const
export const mcpServerStates = ['PENDING', 'AUTHORIZED', 'ERROR'] as const

/** Shown instead of a stored secret; sent back, the secret stays as it is. */
export const STORED_SECRET = '************'

/** A local program is addressed as `stdio:` and its name. */
const address = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => /^stdio:[\w-]+$/.test(text) || isWebAddress(text), 'must be an http or https address')
const headers = z.record(
  z.string().regex(/^[!#$%&'*+.^`|~\w-]{1,100}$/, 'must be the name of a header'),
  z
    .string()
    .max(8_000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must not contain line breaks or letters outside Latin-1'),
)

/** `clientId` and `clientSecret` only for servers that register no clients themselves. */
const authConfig = z.object({
  headers: headers.optional(),
  clientId: z.string().trim().max(500).optional(),
  clientSecret: z.string().max(2_000).optional(),
  scope: z.string().trim().max(1_000).optional(),
})
export type McpAuthConfig = z.infer<typeof authConfig>

const color = z.string().max(50).nullish()
const iconSrc = z.string().max(1_000_000).nullish()

const fields = z.object({
  name: z.string().trim().min(1).max(100),
  serverUrl: address,
  iconSrc,
  color,
  authType: z.enum(mcpAuthTypes).default('NONE'),
  authConfig: authConfig.nullish(),
})
export const createMcpServerInput = fields
export const updateMcpServerInput = fields
  .extend({ authType: z.enum(mcpAuthTypes) })
  .partial()
  .extend({ id: z.string() })
export const mcpServerIdInput = z.object({ id: z.string() })

/** What the owner has decided about a tool. */
export type McpToolSetting = { isOff?: true; needsApproval?: true }
export const mcpToolSettingInput = z.object({
  id: z.string(),
  name: z.string(),
  isOn: z.boolean().optional(),
  needsApproval: z.boolean().optional(),
})

export const listedMcpToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.json()),
  /** What a second call would do, as the server says: nothing (`read`), nothing with the same key, or harm. */
  effect: z.enum(['read', 'keyed', 'write']),
  isOn: z.boolean(),
  needsApproval: z.boolean(),
})
export type ListedMcpTool = z.infer<typeof listedMcpToolSchema>

export const customMcpServerSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Without what may be secret in it: user, password and the values of its query. */
  serverUrl: z.string(),
  iconSrc: z.string().nullable(),
  color: z.string().nullable(),
  authType: z.enum(mcpAuthTypes),
  authConfig: authConfig.nullable(),
  /** JSON text of the tools. */
  tools: z.string(),
  toolCount: z.int(),
  onCount: z.int(),
  status: z.enum(mcpServerStates),
  /** Why it could not be reached, or why a sign-in is needed. */
  error: z.string().nullable(),
  /** When the tools were listed last. */
  listedDate: isoDate.nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type CustomMcpServer = z.infer<typeof customMcpServerSchema>

/** `authorizationUrl`: the page where a person must sign in; the browser comes back to `finish`. */
export const authorizedMcpServerSchema = customMcpServerSchema.extend({
  authorizationUrl: z.string().nullable(),
})
export const finishMcpSignInInput = z.object({ state: z.string().max(200), code: z.string().max(4_000) })

export const mcpProgramSchema = z.object({ name: z.string(), address: z.string() })

function isWebAddress(text: string) {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
