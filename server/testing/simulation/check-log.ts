import type { Program } from '#server/engine/program/program.ts'
import { applyEvent, createRunState } from '#server/engine/program/run-state.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { Page } from './simulated-store.ts'

export function expectThat(issues: string[], isTrue: boolean, issue: string): void {
  if (!isTrue) {
    issues.push(issue)
  }
}

/** Dense numbers, one writer after each claim, no result twice, and every prefix folds. */
export function checkLog(program: Program, pages: readonly Page[]): string[] {
  const issues: string[] = []
  const results = new Set<string>()
  const state = createRunState()
  let owner = pages[0]?.writer
  let count = 0
  for (const { writer, events } of pages) {
    owner = events.some(({ event }) => event.type === 'run_claimed') ? writer : owner
    expectThat(issues, writer === owner, `${writer} has written into the run of ${owner}`)
    for (const { sequence, event } of events) {
      count += 1
      expectThat(issues, sequence === count, `the log has a gap at ${count}`)
      const call = resultOf(event)
      if (call !== undefined) {
        expectThat(issues, !results.has(call), `${call} was made again although its result was recorded`)
        results.add(call)
      }
      applyEvent(state, event, program)
    }
  }
  return issues
}

/** Id of the call whose result this is, without the number of the attempt. */
function resultOf(event: RunEvent): string | undefined {
  const isResult = event.type === 'model_finished' || event.type === 'tool_finished'
  return isResult ? event.callId.replace(/~\d+$/, '') : undefined
}
