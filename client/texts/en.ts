import { account } from './en/account.ts'
import { aiHelp } from './en/ai-help.ts'
import { apiKeys } from './en/api-keys.ts'
import { canvasAsides } from './en/canvas-asides.ts'
import { credentials } from './en/credentials.ts'
import { flowConfig } from './en/flow-config.ts'
import { flows } from './en/flows.ts'
import { overlays } from './en/overlays.ts'
import { palette } from './en/palette.ts'
import { templates } from './en/templates.ts'
import { tools } from './en/tools.ts'
import { transfer } from './en/transfer.ts'
import { usage } from './en/usage.ts'
import { users } from './en/users.ts'
import { variables } from './en/variables.ts'
import { wallet } from './en/wallet.ts'
import { enCanvas } from './en-canvas.ts'

/** English is the source: its keys are the keys of every catalogue. */
export const en = {
  ...enCanvas,
  canvasAsides,
  overlays,
  palette,
  flows,
  flowConfig,
  aiHelp,
  wallet,
  usage,
  account,
  tools,
  transfer,
  users,
  credentials,
  variables,
  apiKeys,
  templates,
}
