import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBinary } from '../binary/build-binary.ts'
import { findNode, targets } from '../binary/platform-package.ts'

// npm run binary [-- platform-arch …] [--check]: single executables in dist/binary, of this machine or of the named
// platforms. --check then runs that of this machine in an empty root (Linux, as root).
const own = `${process.platform}-${process.arch}`
const folder = join('dist', 'binary')
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
mkdirSync(folder, { recursive: true })
for (const target of positionals.length > 0 ? positionals : [own]) {
  await make(target)
}
if (values.check) {
  const { checkBinary } = await import('../testing/binary/check-binary.ts')
  await checkBinary(pathOf(own))
}

function pathOf(target: string) {
  return join(folder, `flowtill-${target}${target.startsWith('win32') ? '.exe' : ''}`)
}

async function make(target: string) {
  const [platform = '', arch = ''] = target.split('-')
  const node = targets.includes(target) ? findNode({ platform, arch }) : undefined
  if (node === undefined) {
    process.stderr.write(`There is no Node for ${target}. Known: ${targets.join(', ')}.\n`)
    process.exit(1)
  }
  const output = pathOf(target)
  const stripped = join(folder, `node-${target}`)
  await buildBinary({
    ...{ platform, arch },
    node: platform === 'linux' ? stripNode(node, arch, stripped) : node,
    output,
  })
  rmSync(stripped, { force: true })
  process.stdout.write(`${output}: ${(statSync(output).size / 1_000_000).toFixed(0)} MB\n`)
}

/** Without its symbols a Node for Linux is a fifth smaller. Left as it is where no tool for its processor is installed. */
function stripNode(node: string, arch: string, output: string): string {
  const prefix = arch === 'arm64' ? 'aarch64-linux-gnu-' : 'x86_64-linux-gnu-'
  const tools = [`${prefix}strip`, ...(arch === process.arch ? ['strip'] : [])]
  return tools.some((tool) => spawnSync(tool, ['-o', output, node]).status === 0) ? output : node
}
