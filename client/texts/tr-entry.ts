import type { enEntry } from './en-entry.ts'
import { auth } from './tr/auth.ts'
import { common } from './tr/common.ts'
import { errors } from './tr/errors.ts'
import { legal } from './tr/legal.ts'
import { shell } from './tr/shell.ts'

export const trEntry: typeof enEntry = { common, auth, shell, errors, legal }
