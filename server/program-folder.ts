import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of the program's own files (migrations, built client), whether run from the sources or from
 * `dist/server`. Never the working directory, which is the operator's choice.
 */
export const programFolder = findUpwards(import.meta.dirname)

function findUpwards(folder: string): string {
  if (existsSync(join(folder, 'drizzle', 'sqlite'))) {
    return folder
  }
  const parent = dirname(folder)
  if (parent === folder) {
    throw new Error('The folder "drizzle" with the migrations is missing from this copy of Flowtill.')
  }
  return findUpwards(parent)
}
