import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { programFolder } from './program-folder.ts'

/**
 * A command as the user of this installation types it: `npm run backup -- /file` in the folder of the sources,
 * `flowtill backup /file` where the program was installed as an executable or a package.
 */
export function commandLine(command: string, words = '', folder = programFolder): string {
  if (!existsSync(join(folder, 'server', 'main.ts'))) {
    return `flowtill ${command}${words && ` ${words}`}`
  }
  return `npm run ${command}${words && ` -- ${words}`}`
}
