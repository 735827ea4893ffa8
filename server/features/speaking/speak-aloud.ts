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
 * Generates speech as a run of its own: the cost is held before and charged per character after, even if the
 * listener disconnects. The run is closed when the audio ends or this throws.
 */
export async function speakAloud({ run, text, settings, opened, speak }: Speaking): Promise<Sound> {
  const { log, signal } = run
  const named = { nodeId: NODE, callId: NODE }
  // Providers charge per input character; prices are per million characters.
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

  /** A provider failure, regardless of its code, is not an error of the caller's request. */
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

/** A rejected request costs nothing; a timeout or an interrupted stream was generated and is charged. */
function reasonOf(failure: unknown, isHeard: boolean) {
  const isNo = failure instanceof AppError && failure.code !== 'TIMED_OUT'
  return isNo && !isHeard ? 'refused' : 'cut'
}
