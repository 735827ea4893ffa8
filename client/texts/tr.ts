import type { en } from './en.ts'
import { account } from './tr/account.ts'
import { aiHelp } from './tr/ai-help.ts'
import { apiKeys } from './tr/api-keys.ts'
import { assistants } from './tr/assistants.ts'
import { canvasAsides } from './tr/canvas-asides.ts'
import { credentials } from './tr/credentials.ts'
import { docs } from './tr/docs.ts'
import { evaluations } from './tr/evaluations.ts'
import { executions } from './tr/executions.ts'
import { flowConfig } from './tr/flow-config.ts'
import { flowList } from './tr/flow-list.ts'
import { flows } from './tr/flows.ts'
import { inbox } from './tr/inbox.ts'
import { integrations } from './tr/integrations.ts'
import { mcpServers } from './tr/mcp-servers.ts'
import { models } from './tr/models.ts'
import { overlays } from './tr/overlays.ts'
import { palette } from './tr/palette.ts'
import { pools } from './tr/pools.ts'
import { secondFactor } from './tr/second-factor.ts'
import { shareChat } from './tr/share-chat.ts'
import { sharing } from './tr/sharing.ts'
import { stores } from './tr/stores.ts'
import { system } from './tr/system.ts'
import { templates } from './tr/templates.ts'
import { tools } from './tr/tools.ts'
import { transfer } from './tr/transfer.ts'
import { triggers } from './tr/triggers.ts'
import { upserts } from './tr/upserts.ts'
import { usage } from './tr/usage.ts'
import { users } from './tr/users.ts'
import { variables } from './tr/variables.ts'
import { wallet } from './tr/wallet.ts'
import { trCanvas } from './tr-canvas.ts'

/** Uses the formal "siz", never "sen". A missing or extra key does not compile. */
export const tr: typeof en = {
  ...trCanvas,
  canvasAsides,
  inbox,
  integrations,
  mcpServers,
  models,
  overlays,
  palette,
  flows,
  sharing,
  shareChat,
  flowList,
  flowConfig,
  aiHelp,
  wallet,
  pools,
  upserts,
  usage,
  account,
  secondFactor,
  assistants,
  tools,
  transfer,
  triggers,
  users,
  credentials,
  docs,
  evaluations,
  executions,
  variables,
  apiKeys,
  stores,
  system,
  templates,
}
