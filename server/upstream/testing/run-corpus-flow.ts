import { readFileSync } from 'node:fs'
import { planFlow } from '#server/engine/plan-flow.ts'
import { runFlow } from '#server/engine/run-flow.ts'
import type { Report } from '#server/engine/run-log.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { choose } from '#server/testing/corpus/choose.ts'
import { isNote, parseFlowFile } from '#shared/flow-file.ts'
import { openCorpusWorld } from './corpus-world.ts'

/** Questions that make the demo model use the tools of these flows. */
const questions: Record<string, string> = {
  'Multiple Documents QnA': 'Search Apple: what does Apple say?',
  'OpenAI Assistant': 'What is 2 + 2?',
}

export async function runCorpusFlow({ name, file }: { name: string; file: string }) {
  const { ports, replaced } = await openCorpusWorld()
  const plan = planFlow(choose(parseFlowFile(readFileSync(file, 'utf8'))), catalogue)
  const events: Report[] = []
  const note = (report: Report) => void events.push(report)
  const stop = new AbortController()
  try {
    const answer = await runFlow({
      plan,
      turn: {
        question: questions[name] ?? 'When does the museum open?',
        flowId: 'flow',
        chatId: 'chat',
        sessionId: 'session',
        messageId: 'message',
        vars: {},
      },
      ports: { ...ports, history: async () => [] },
      log: { past: [], note, append: async (report) => note(report) },
      signal: stop.signal,
      stream: plan.streams,
    })
    const finished = events.flatMap((event) => (event.type === 'node_finished' ? [event.nodeId] : []))
    return {
      answer: answer.json ?? answer.text,
      finished: finished.sort(),
      planned: plan.steps.map(({ id }) => id).sort(),
      stoodIn: [...replaced].sort(),
    }
  } finally {
    stop.abort()
  }
}

export function missingFieldOf(file: string): string[] {
  const { nodes } = parseFlowFile(readFileSync(file, 'utf8'))
  const names = nodes.filter((node) => !isNote(node)).map(({ data }) => data.name)
  return [...new Set(names)].filter((name) => !catalogue.has(name))
}
