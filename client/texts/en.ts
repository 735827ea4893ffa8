import { account } from './en/account.ts'
import { aiHelp } from './en/ai-help.ts'
import { apiKeys } from './en/api-keys.ts'
import { assistants } from './en/assistants.ts'
import { canvasAsides } from './en/canvas-asides.ts'
import { credentials } from './en/credentials.ts'
import { docs } from './en/docs.ts'
import { evaluations } from './en/evaluations.ts'
import { executions } from './en/executions.ts'
import { flowConfig } from './en/flow-config.ts'
import { flowList } from './en/flow-list.ts'
import { flows } from './en/flows.ts'
import { inbox } from './en/inbox.ts'
import { integrations } from './en/integrations.ts'
import { mcpServers } from './en/mcp-servers.ts'
import { models } from './en/models.ts'
import { overlays } from './en/overlays.ts'
import { palette } from './en/palette.ts'
import { pools } from './en/pools.ts'
import { secondFactor } from './en/second-factor.ts'
import { shareChat } from './en/share-chat.ts'
import { sharing } from './en/sharing.ts'
import { stores } from './en/stores.ts'
import { system } from './en/system.ts'
import { templates } from './en/templates.ts'
import { tools } from './en/tools.ts'
import { transfer } from './en/transfer.ts'
import { triggers } from './en/triggers.ts'
import { upserts } from './en/upserts.ts'
import { usage } from './en/usage.ts'
import { users } from './en/users.ts'
import { variables } from './en/variables.ts'
import { wallet } from './en/wallet.ts'
import { enCanvas } from './en-canvas.ts'

/** English is the source: its keys define every catalogue. */
export const en = {
  ...enCanvas,
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
