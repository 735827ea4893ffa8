import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/**
 * Flow files to try: our own, in the manner of older exports, and those of Flowise where the machine has them, in
 * `../shared/flows` beside the project. Theirs are not ours to commit.
 */
export function listFlowFiles(kind = 'chatflows') {
  const theirs = resolve(import.meta.dirname, '../../../shared/flows', kind)
  return [join(import.meta.dirname, 'flows'), ...(existsSync(theirs) ? [theirs] : [])].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name: basename(name, '.json'), file: join(folder, name) })),
  )
}
