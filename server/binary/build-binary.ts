import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { nodeFlags } from '../process-settings.mjs'
import { type ArchiveFile, packFiles } from './archive.ts'
import { findVectorExtension, type Target } from './platform-package.ts'
import { listFiles, listProgramFiles } from './program-files.ts'

type Settings = Target & {
  /** Node of that platform. */
  node: string
  output: string
  /** Larger, and built in a third of the time. */
  isQuick?: boolean
}

const BEST_LEVEL = 19
const QUICK_LEVEL = 3

/** Needs the built product in `dist`. The executable is made without any tool but Node itself. */
export async function buildBinary({ platform, arch, node, output, isQuick = false }: Settings) {
  const archive = packFiles(collectFiles({ platform, arch }), isQuick ? QUICK_LEVEL : BEST_LEVEL)
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

/** The program, and beside it the native packages of that platform. */
function collectFiles({ platform, arch }: Target): ArchiveFile[] {
  const target = `${platform}-${arch}`
  const extension = findVectorExtension({ platform, arch })
  const read = (path: string) => readFileSync(path)
  return [
    ...[...listProgramFiles(), ...listFiles(driverFiles(target))].map((path) => ({
      path,
      content: read(path),
    })),
    ...readdirSync(extension.folder).map((name) => ({
      path: `node_modules/${extension.name}/${name}`,
      content: read(join(extension.folder, name)),
    })),
  ]
}

const driverFiles = (target: string) => [
  'node_modules/better-sqlite3/{package.json,lib/**/*.js}',
  `node_modules/better-sqlite3/prebuilds/${target}.node`,
  'node_modules/sqlite-vec/{package.json,index.cjs}',
]
