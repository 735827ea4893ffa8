import { auth } from './en/auth.ts'
import { canvas } from './en/canvas.ts'
import { chat } from './en/chat.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { flows } from './en/flows.ts'
import { nodes } from './en/nodes.ts'
import { shell } from './en/shell.ts'
import { usage } from './en/usage.ts'
import { wallet } from './en/wallet.ts'

/** English is the source: its keys are the keys of every catalogue. */
export const en = { common, auth, shell, flows, wallet, errors, canvas, nodes, chat, usage }
