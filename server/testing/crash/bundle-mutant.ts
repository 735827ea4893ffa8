import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer } from '#server/bundle-server.ts'
import type { MutantName } from './mutants.ts'
import { mutate } from './mutate.ts'

/**
 * The server (or another entry) in one file: it starts several times faster than the sources, and is killed dozens
 * of times. The server's packages stay outside, because bundling them for each mutant took longer than loading them.
 * The caller removes the folder.
 */
export async function bundleMutant(mutant?: MutantName, entry?: string) {
  // Inside the project, where the program looks for its files.
  mkdirSync('dist', { recursive: true })
  const folder = mkdtempSync('dist/crash-')
  await bundleServer(folder, entry, mutant && [mutate(mutant)], {
    packages: entry ? 'bundle' : 'external',
  })
  return { folder, file: join(folder, 'main.mjs') }
}
