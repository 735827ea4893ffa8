import { account } from './en/account.ts'
import { apiKeys } from './en/api-keys.ts'
import { auth } from './en/auth.ts'
import { canvas } from './en/canvas.ts'
import { agent } from './en/canvas-agent.ts'
import { board } from './en/canvas-board.ts'
import { checklist } from './en/canvas-checklist.ts'
import { canvasFields } from './en/canvas-fields.ts'
import { canvasImport } from './en/canvas-import.ts'
import { outline } from './en/canvas-outline.ts'
import { parts } from './en/canvas-parts.ts'
import { canvasRun } from './en/canvas-run.ts'
import { canvasTools } from './en/canvas-tools.ts'
import { versions } from './en/canvas-versions.ts'
import { chat } from './en/chat.ts'
import { chatUploads } from './en/chat-uploads.ts'
import { common } from './en/common.ts'
import { credentials } from './en/credentials.ts'
import { errors } from './en/errors.ts'
import { flowConfig } from './en/flow-config.ts'
import { flows } from './en/flows.ts'
import { nodes } from './en/nodes.ts'
import { overlays } from './en/overlays.ts'
import { palette } from './en/palette.ts'
import { sentences } from './en/sentences.ts'
import { shell } from './en/shell.ts'
import { templates } from './en/templates.ts'
import { tools } from './en/tools.ts'
import { transfer } from './en/transfer.ts'
import { usage } from './en/usage.ts'
import { users } from './en/users.ts'
import { variables } from './en/variables.ts'
import { wallet } from './en/wallet.ts'

/** English is the source: its keys are the keys of every catalogue. */
export const en = {
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
