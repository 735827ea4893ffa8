import type { en } from './en.ts'
import { account } from './tr/account.ts'
import { aiHelp } from './tr/ai-help.ts'
import { apiKeys } from './tr/api-keys.ts'
import { canvasAsides } from './tr/canvas-asides.ts'
import { credentials } from './tr/credentials.ts'
import { flowConfig } from './tr/flow-config.ts'
import { flows } from './tr/flows.ts'
import { overlays } from './tr/overlays.ts'
import { palette } from './tr/palette.ts'
import { templates } from './tr/templates.ts'
import { tools } from './tr/tools.ts'
import { transfer } from './tr/transfer.ts'
import { usage } from './tr/usage.ts'
import { users } from './tr/users.ts'
import { variables } from './tr/variables.ts'
import { wallet } from './tr/wallet.ts'
import { trCanvas } from './tr-canvas.ts'

/** Says siz, never sen. A missing or a needless key does not compile. */
export const tr: typeof en = {
  ...trCanvas,
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
