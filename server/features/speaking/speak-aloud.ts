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
 * Generates speech as a separate run. The cost per character is held first and charged afterwards, even if
 * the client disconnects. The caller must iterate `chunks`: the run is closed when they end, or when this
 * throws.
 */
export async function speakAloud({ run, text, settings, opened, speak }: Speaking): Promise<Sound> {
  const { log, signal } = run
  const named = { nodeId: NODE, callId: NODE }
  // Providers charge per input character; prices are per million characters.
  const usage = { ...noUsage, input: [...text].length }
  let isCalled = false

  async function fail(error: unknown, hasAudio: boolean) {
    const failure = signal.aborted ? signal.reason : error
    if (isCalled) {
      const reason = signal.aborted ? 'aborted' : reasonOf(failure, hasAudio)
      const used = reason === 'refused' ? noUsage : usage
      log.note({ type: 'model_stopped', ...named, reason, text: '', usage: used })
    }
    try {
      await log.append(endingOf(failure, run.totals.usage))
    } finally {
      run.close()
    }
  }

  /** Attributes provider errors to the node, so that their codes are not read as errors of the request. */
  const blame = (error: unknown) =>
    isCalled ? new NodeFailure({ id: NODE, label: 'Text to Speech' }, error) : error

  async function* pay(chunks: AsyncIterable<Uint8Array>) {
    let isComplete = false
    try {
      yield* chunks
      isComplete = true
    } catch (error) {
      await fail(error, true)
      isComplete = true
      throw signal.aborted ? signal.reason : blame(error)
    } finally {
      if (!isComplete) {
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

/**
 * A rejected request costs nothing. After a timeout or an interrupted stream the provider has generated
 * audio, which is charged.
 */
function reasonOf(failure: unknown, hasAudio: boolean) {
  const isNo = failure instanceof AppError && failure.code !== 'TIMED_OUT'
  return isNo && !hasAudio ? 'refused' : 'cut'
}
