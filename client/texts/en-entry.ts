import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { legal } from './en/legal.ts'
import { shell } from './en/shell.ts'

/** Texts needed before sign-in. */
export const enEntry = { common, auth, shell, errors, legal }
