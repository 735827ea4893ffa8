import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/**
 * Flow files for tests: our own in the format of older exports, and those of Flowise if present, in the folder
 * `FLOW_CORPUS` or `../shared/flows` beside the project. Flowise's files must not be committed.
 */
export function listFlowFiles(kind = 'chatflows') {
  const theirs = folderOfTheirs(kind)
  return [join(import.meta.dirname, 'flows'), ...(theirs ? [theirs] : [])].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name: basename(name, '.json'), file: join(folder, name) })),
  )
}

export function folderOfTheirs(kind = 'chatflows'): string | undefined {
  // biome-ignore lint/style/noProcessEnv: where a machine keeps test data is no setting of the product
  const named = process.env.FLOW_CORPUS
  const corpus = named ? resolve(named) : resolve(import.meta.dirname, '../../../shared/flows')
  return [join(corpus, kind), ...(named ? [corpus] : [])].find((folder) => existsSync(folder))
}
