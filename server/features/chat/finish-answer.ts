import type { Ports } from '#server/engine/ports.ts'
import type { RunResult } from '#server/engine/run-flow.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import type { ReceivedRequest } from './execute-run.ts'
import type { FlowRules } from './flow-rules.ts'
import { suggestFollowUps } from './follow-ups.ts'
import { postProcess } from './post-process.ts'

type Finishing = ReceivedRequest & { rules: FlowRules; run: OpenRun; world: Ports }

export async function finishAnswer(
  found: RunResult,
  { rules, run, turn, question, world }: Finishing,
): Promise<RunResult> {
  const { processor, followUps: settings } = rules
  const { log, signal } = run
  const requested = { ...turn, question }
  const result =
    processor === undefined
      ? found
      : await postProcess(processor, found, { turn: requested, signal, runCode: world.runCode })
  if (!settings) {
    return result
  }
  const messages = [
    ...(await world.history(turn.sessionId)),
    { role: 'user' as const, content: question },
    { role: 'assistant' as const, content: result.text },
  ]
  const followUps = await suggestFollowUps({ settings, messages, log, signal, ports: world })
  return followUps.length > 0 ? { ...result, followUpPrompts: JSON.stringify(followUps) } : result
}
