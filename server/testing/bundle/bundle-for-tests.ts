import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer } from '#server/bundle-server.ts'

const BUILD = 'dist/server'

/** Fills `outdir` with the server as users run it. `npm run check` builds before it tests, so the build is copied. */
export async function bundleForTests(outdir: string) {
  // biome-ignore lint/style/noProcessEnv: set by `npm run check`, no setting of the product
  const isBuilt = process.env.FLOWTILL_IS_BUILT === '1' && existsSync(join(BUILD, 'main.mjs'))
  if (isBuilt) {
    cpSync(BUILD, outdir, { recursive: true })
  } else {
    await bundleServer(outdir)
  }
}

/** A bundle in a folder of its own. Inside the project, because the program looks there for its files. */
export async function openBundle() {
  mkdirSync('dist', { recursive: true })
  const folder = mkdtempSync('dist/test-bundle-')
  await bundleForTests(folder)
  return { entry: join(folder, 'main.mjs'), remove: () => rmSync(folder, { recursive: true }) }
}
