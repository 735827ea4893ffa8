import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { nodeFlags } from '../process-settings.mjs'
import { type ArchiveFile, packFiles } from './archive.ts'

/** As Node names it. */
type Target = { platform: string; arch: string }

type Settings = Target & {
  /** Node of that platform. */
  node: string
  output: string
  /** Larger, and built in a third of the time. */
  isQuick?: boolean
}

const BEST_LEVEL = 19
const QUICK_LEVEL = 3
const addonFiles = ['package.json', 'lib/**/*.js', 'prebuilds/{target}.node']

/** Needs the built product in `dist`. The executable is made without any tool but Node itself. */
export async function buildBinary({ platform, arch, node, output, isQuick = false }: Settings) {
  const archive = packFiles(listFiles({ platform, arch }), isQuick ? QUICK_LEVEL : BEST_LEVEL)
  const folder = mkdtempSync(join('dist', 'binary-'))
  try {
    writeFileSync(join(folder, 'archive'), archive)
    writeFileSync(join(folder, 'hash'), hash('sha256', archive).slice(0, 16))
    await bundle({
      entryPoints: ['server/binary/main.ts'],
      outfile: join(folder, 'main.cjs'),
      ...{ bundle: true, platform: 'node', target: 'node26', format: 'cjs', logLevel: 'warning' },
    })
    const config = join(folder, 'sea.json')
    writeFileSync(
      config,
      JSON.stringify({
        ...{ main: join(folder, 'main.cjs'), executable: node, output },
        ...{ disableExperimentalSEAWarning: true, execArgv: nodeFlags, execArgvExtension: 'cli' },
        assets: { archive: join(folder, 'archive'), hash: join(folder, 'hash') },
      }),
    )
    execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What an installation from the sources has: the product, its migrations, and the SQLite driver beside it. */
function listFiles({ platform, arch }: Target): ArchiveFile[] {
  const driver = addonFiles.map(
    (pattern) => `node_modules/better-sqlite3/${pattern.replace('{target}', `${platform}-${arch}`)}`,
  )
  const paths = globSync(
    [
      'dist/{client,server}/**/*',
      'drizzle/*/*.sql',
      'drizzle/*/meta/_journal.json',
      '.env.example',
      'package.json',
      ...driver,
    ],
    { withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
  return paths.toSorted().map((path) => ({ path, content: readFileSync(path) }))
}
