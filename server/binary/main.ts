// The single executable: unpacks the program once, then runs it as Node would. Bundled to CommonJS, which is what an
// executable's main script must be.
import { enableCompileCache } from 'node:module'
import { join, sep } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { openProgramCache } from './program-cache.ts'

const importModule: (url: string) => Promise<unknown> = new Script('(url) => import(url)', {
  // `import()` of an executable's main script knows only Node's own modules.
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext()

run().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

async function run() {
  const [executable = '', , ...words] = process.argv
  const [first = '', second = ''] = words
  // The program starts processes of its own, with a script or code to run, as Node takes them.
  if (first === '-e') {
    new Script(second).runInThisContext()
    return
  }
  const hash = getAsset('hash', 'utf8')
  const unpacked = folderOf(first, hash)
  // biome-ignore lint/style/noProcessEnv: before any configuration is read
  const folder = unpacked ?? openProgramCache(hash, () => new Uint8Array(getRawAsset('archive')), process.env)
  const [script, ...args] = unpacked
    ? [first, ...words.slice(1)]
    : [join(folder, 'dist/server/main.mjs'), ...words]
  enableCompileCache(join(folder, 'compiled'))
  process.argv = [executable, script, ...args]
  await importModule(pathToFileURL(script).href)
}

/** The unpacked program that this script belongs to, whose path has the hash as a folder. */
function folderOf(script: string, hash: string): string | undefined {
  const end = script.indexOf(`${sep}${hash}${sep}`)
  return end < 0 ? undefined : script.slice(0, end + hash.length + 1)
}
