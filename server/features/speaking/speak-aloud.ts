import { NodeFailure } from '#server/engine/node-failure.ts'
import type { OpenedCredential } from '#server/engine/ports.ts'
import { endingOf } from '#server/engine/run-ending.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import type { Sound, Speak, VoiceSettings } from '#server/ports/speech.ts'
import { AppError } from '#shared/errors.ts'
import { noUsage } from '#shared/runs.ts'

const NODE = 'textToSpeech'

type Speaking = {
  run: OpenRun
  text: string
  settings: VoiceSettings
  opened: Pick<OpenedCredential, 'platform'>
  speak: Speak
}

/**
 * Asks for the sound of a text as a model is asked: a run of its own, held for before, paid by its letters after, whoever
 * hangs up in between. The run is closed when the sound has ended, and when this throws.
 */
export async function speakAloud({ run, text, settings, opened, speak }: Speaking): Promise<Sound> {
  const { log, signal } = run
  const named = { nodeId: NODE, callId: NODE }
  // Services charge what they are given, a letter at a time; prices are per million of these.
  const usage = { ...noUsage, input: [...text].length }
  let isCalled = false

  async function fail(error: unknown, isHeard: boolean) {
    const failure = signal.aborted ? signal.reason : error
    if (isCalled) {
      const reason = signal.aborted ? 'aborted' : reasonOf(failure, isHeard)
      const used = reason === 'refused' ? noUsage : usage
      log.note({ type: 'model_stopped', ...named, reason, text: '', usage: used })
    }
    try {
      await log.append(endingOf(failure, run.totals.usage))
    } finally {
      run.close()
    }
  }

  /** The provider's failure, whatever its code: it says nothing about the caller's request. */
  const blame = (error: unknown) =>
    isCalled ? new NodeFailure({ id: NODE, label: 'Text to Speech' }, error) : error

  async function* pay(chunks: AsyncIterable<Uint8Array>) {
    let isWhole = false
    try {
      yield* chunks
      isWhole = true
    } catch (error) {
      await fail(error, true)
      isWhole = true
      throw signal.aborted ? signal.reason : blame(error)
    } finally {
      // Who listened has gone in the middle of it.
      if (!isWhole) {
        run.stop(new AppError('STOPPED', 'Stopped.'))
        await fail(undefined, true)
      }
    }
    log.note({ type: 'model_finished', ...named, reply: { text: '', usage, estimated: false } })
    try {
      await log.append({ type: 'run_finished', text: '', usage: run.totals.usage })
    } finally {
      run.close()
    }
  }

  try {
    signal.throwIfAborted()
    const { provider, model } = settings
    log.note({ type: 'run_started', question: '', until: NODE })
    await log.append({
      ...{ type: 'model_called', ...named, provider, model },
      paidBy: opened.platform ? 'platform' : 'owner',
      worstCase: { input: usage.input, output: 0 },
    })
    isCalled = true
    const { format, chunks } = await speak(settings, text, signal)
    return { format, chunks: pay(chunks) }
  } catch (error) {
    await fail(error, false)
    throw signal.aborted ? signal.reason : blame(error)
  }
}

/** What was said no to costs nothing; what came too late, or broke off, was made and is charged. */
function reasonOf(failure: unknown, isHeard: boolean) {
  const isNo = failure instanceof AppError && failure.code !== 'TIMED_OUT'
  return isNo && !isHeard ? 'refused' : 'cut'
}
