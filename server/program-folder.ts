import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Where this program's own files stand (migrations, built client), whether it runs from its sources or bundled in
 * `dist/server`. Never the working directory: that belongs to whoever started us.
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
