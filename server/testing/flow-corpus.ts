import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/**
 * Flow files to try: our own, in the manner of older exports, and those of Flowise where the machine has them: in the folder
 * named by `FLOW_CORPUS`, else in `../shared/flows` beside the project. Theirs are not ours to commit.
 */
export function listFlowFiles(kind = 'chatflows') {
  const theirs = folderOfTheirs(kind)
  return [join(import.meta.dirname, 'flows'), ...(theirs ? [theirs] : [])].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name: basename(name, '.json'), file: join(folder, name) })),
  )
}

/** Undefined where there are none. */
export function folderOfTheirs(kind = 'chatflows'): string | undefined {
  // biome-ignore lint/style/noProcessEnv: where a machine keeps test data is no setting of the product
  const named = process.env.FLOW_CORPUS
  const corpus = named ? resolve(named) : resolve(import.meta.dirname, '../../../shared/flows')
  return [join(corpus, kind), ...(named ? [corpus] : [])].find((folder) => existsSync(folder))
}
