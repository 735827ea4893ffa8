import { countTokens, type EventOf, isEnding, type RunEvent, type Usage } from '#shared/runs.ts'
import { modelCallDuration, modelTokens, runsEnded, runsStarted } from './metrics/instruments.ts'
import { traceRun } from './trace-run.ts'

type Call = Pick<EventOf<'model_called'>, 'provider' | 'at'>

const outcomes = { run_finished: 'finished', run_failed: 'failed', run_stopped: 'stopped' } as const

/** Counts and traces a run by its events. Must stay cheap: it also receives every piece of text. */
export function observeRun(runId: string) {
  const calls = new Map<string, Call>()
  const trace = traceRun(runId)

  function endCall(callId: string, at: number, outcome: string, usage: Usage) {
    const call = calls.get(callId)
    calls.delete(callId)
    if (call) {
      modelCallDuration.observe((at - call.at) / 1_000, call.provider, outcome)
      countUsage(call.provider, usage)
    }
  }

  return function observe(event: RunEvent) {
    switch (event.type) {
      case 'token':
      case 'thinking':
        return
      case 'run_started':
        runsStarted.add(1)
        break
      case 'model_called':
        calls.set(event.callId, event)
        break
      case 'model_finished':
        endCall(event.callId, event.at, 'finished', event.reply.usage)
        break
      case 'model_stopped':
        endCall(event.callId, event.at, event.reason, event.usage)
        break
      default:
        if (isEnding(event)) {
          runsEnded.add(1, outcomes[event.type])
        }
    }
    trace?.(event)
  }
}

function countUsage(provider: string, usage: Usage) {
  const { input, cacheRead, cacheWrite, output } = usage
  if (countTokens(usage) > 0) {
    modelTokens.add(input + cacheRead + cacheWrite, provider, 'input')
    modelTokens.add(output, provider, 'output')
  }
}
