import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of the program's own files (migrations, built client), whether run from the sources or from
 * `dist/server`. Never the working directory, which is the operator's choice.
 */
export const programFolder = findUpwards(import.meta.dirname)

/** Of the program, as `package.json` names it. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')).version
}

/** Every setting with its default and meaning, as a file of environment variables. */
export function readSettings(): string {
  return readFileSync(join(programFolder, '.env.example'), 'utf8')
}

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
