import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { agentMutants, type Mutant, type MutantName, mutants } from './mutants.ts'

/** Inserts one bug while bundling. Throws when the source to replace is not found. */
export function mutate(name: MutantName): Plugin {
  const { edits }: Mutant = { ...mutants, ...agentMutants }[name]

  function edit(path: string) {
    let contents = readFileSync(path, 'utf8')
    for (const each of edits.filter(({ file }) => path.endsWith(file))) {
      if (!contents.includes(each.find)) {
        throw new Error(`The mutant does not fit ${path} any more: ${each.find}`)
      }
      contents = contents.replace(each.find, each.put)
    }
    return contents
  }

  return {
    name: 'mutate',
    setup(build) {
      const files = edits.map(({ file }) => file.replaceAll('.', '\\.')).join('|')
      build.onLoad({ filter: new RegExp(`(${files})$`) }, ({ path }) => ({
        contents: edit(path),
        loader: 'ts',
      }))
    },
  }
}
