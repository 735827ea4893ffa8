import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { categories, type NodeDefinition } from '#server/engine/define-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { listFlowFiles } from '#server/testing/flow-corpus.ts'
import { runAgainst } from '#server/testing/run-against.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

const head = `# Nodes

Generated: \`node server/commands/node-table.ts > server/docs/nodes.md\`. "Tests beside them" run the node in a flow against the sandbox or a fake. No provider was called live.
`

/** Prints `server/docs/nodes.md`: nodes by category, with what each runs against in tests. */
process.stdout.write(`${head}\n${nodeTable()}\n`)

function nodeTable(): string {
  const tests = readTests()
  const corpus = namesInCorpus()
  const rows = categories.flatMap((category) => {
    const nodes = [...catalogue.values()].filter((node) => node.category === category)
    const groups = Map.groupBy(nodes, (node) => againstOf(node, tests, corpus))
    return [...groups].map(
      ([against, group], index) =>
        `| ${index === 0 ? `${category} (${nodes.length})` : ''} | ${group.map(({ name }) => name).join(', ')} | ${against} |`,
    )
  })
  const head = '| category | nodes | run in tests against |\n| --- | --- | --- |'
  return `${catalogue.size} nodes.\n\n${head}\n${rows.join('\n')}`
}

function againstOf({ name }: NodeDefinition, tests: string, corpus: ReadonlySet<string>): string {
  const named = runAgainst[name]
  const isTested = new RegExp(`['"\`]${name}['"\`]|\\b${name}\\.(build|run|outputs)`).test(tests)
  const parts = [
    ...(named ? [named] : isTested ? ['tests beside them'] : []),
    ...(corpus.has(name) ? ['the flow corpus'] : []),
  ]
  return parts.join('; ') || '**nothing yet**'
}

function readTests(): string {
  const root = join(import.meta.dirname, '..')
  return ['nodes', 'engine', 'upstream', 'search']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(root, folder, file),
      ),
    )
    .filter((file) => file.endsWith('.test.ts') && !/(catalogue|kinds)\.test\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

function namesInCorpus(): ReadonlySet<string> {
  const files = listFlowFiles().map(({ file }) => parseFlowFile(readFileSync(file, 'utf8')))
  return new Set(files.flatMap(({ nodes }) => nodes.map(({ data }) => data.name)))
}
