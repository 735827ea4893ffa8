import type { en } from './en.ts'
import { account } from './tr/account.ts'
import { apiKeys } from './tr/api-keys.ts'
import { auth } from './tr/auth.ts'
import { canvas } from './tr/canvas.ts'
import { agent } from './tr/canvas-agent.ts'
import { board } from './tr/canvas-board.ts'
import { checklist } from './tr/canvas-checklist.ts'
import { canvasFields } from './tr/canvas-fields.ts'
import { canvasImport } from './tr/canvas-import.ts'
import { outline } from './tr/canvas-outline.ts'
import { parts } from './tr/canvas-parts.ts'
import { canvasRun } from './tr/canvas-run.ts'
import { canvasTools } from './tr/canvas-tools.ts'
import { versions } from './tr/canvas-versions.ts'
import { chat } from './tr/chat.ts'
import { chatUploads } from './tr/chat-uploads.ts'
import { common } from './tr/common.ts'
import { credentials } from './tr/credentials.ts'
import { errors } from './tr/errors.ts'
import { flowConfig } from './tr/flow-config.ts'
import { flows } from './tr/flows.ts'
import { nodes } from './tr/nodes.ts'
import { overlays } from './tr/overlays.ts'
import { palette } from './tr/palette.ts'
import { sentences } from './tr/sentences.ts'
import { shell } from './tr/shell.ts'
import { templates } from './tr/templates.ts'
import { tools } from './tr/tools.ts'
import { transfer } from './tr/transfer.ts'
import { usage } from './tr/usage.ts'
import { users } from './tr/users.ts'
import { variables } from './tr/variables.ts'
import { wallet } from './tr/wallet.ts'

/** Says siz, never sen. A missing or a needless key does not compile. */
export const tr: typeof en = {
  common,
  auth,
  shell,
  overlays,
  palette,
  sentences,
  flows,
  flowConfig,
  wallet,
  errors,
  canvas,
  board,
  agent,
  checklist,
  outline,
  canvasFields,
  canvasImport,
  canvasRun,
  parts,
  canvasTools,
  versions,
  nodes,
  chat,
  chatUploads,
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
