import type { en } from './en.ts'
import { auth } from './tr/auth.ts'
import { canvas } from './tr/canvas.ts'
import { chat } from './tr/chat.ts'
import { common } from './tr/common.ts'
import { errors } from './tr/errors.ts'
import { flows } from './tr/flows.ts'
import { nodes } from './tr/nodes.ts'
import { shell } from './tr/shell.ts'
import { usage } from './tr/usage.ts'
import { wallet } from './tr/wallet.ts'

/** Says siz, never sen. A missing or a needless key does not compile. */
export const tr: typeof en = { common, auth, shell, flows, wallet, errors, canvas, nodes, chat, usage }
