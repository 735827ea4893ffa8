// Loaded before the product, in its process: puts one fault into the sources while they are read.
import { registerHooks } from 'node:module'
import { type Mutant, type MutantName, mutants } from './mutants.ts'

// `?mutant=…` behind this file's own address names it.
const mutant: Mutant = mutants[new URL(import.meta.url).searchParams.get('mutant') as MutantName]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const edits = mutant.edits.filter(({ file }) => url.endsWith(file))
    if (edits.length === 0) {
      return loaded
    }
    let source = String(loaded.source)
    for (const { find, put } of edits) {
      if (!source.includes(find)) {
        throw new Error(`The mutant does not fit ${url} any more: ${find}`)
      }
      source = source.replace(find, put)
    }
    return { ...loaded, source }
  },
})
