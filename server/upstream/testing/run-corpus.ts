import { runCorpusFlow } from './run-corpus-flow.ts'

type CorpusFlow = { name: string; file: string }
export type CorpusResult = { name: string; answer?: unknown; isComplete?: boolean; error?: string }

// Bundler entry: runs the flows from its arguments and prints the results.
const flows: CorpusFlow[] = JSON.parse(process.argv[2] ?? '[]')
const results = await Promise.all(flows.map(run))
process.stdout.write(JSON.stringify(results), () => process.exit(0))

async function run(flow: CorpusFlow): Promise<CorpusResult> {
  try {
    const { answer, finished, planned } = await runCorpusFlow(flow)
    return { name: flow.name, answer, isComplete: finished.join() === planned.join() }
  } catch (error) {
    return { name: flow.name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
