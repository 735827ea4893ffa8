import { NodeFailure } from '#server/engine/node-failure.ts'
import type { OpenedCredential, Ports } from '#server/engine/ports.ts'
import type { RunLog } from '#server/engine/run-log.ts'
import type { Recording, SpeechSettings, Transcribe, Transcript } from '#server/ports/transcription.ts'
import { AppError } from '#shared/errors.ts'
import { speechProviders } from '#shared/flow-providers.ts'
import { noUsage } from '#shared/runs.ts'
import { type SpeechChoice, speechSettingsOf } from './speech-settings.ts'

/** One audio token is a tenth of a second, the unit of speech models; prices are per million tokens. */
const TOKENS_PER_SECOND = 10
/** Bytes per second of the most compressed speech, and of browser recordings. */
const THINNEST = 500
const DEFAULT_CHARACTERS = 4_000
const MAX_TEXT = 32_000
/** Minimum billed duration in seconds. */
const least: Partial<Record<SpeechSettings['provider'], number>> = { groq: 10 }
const NODE = 'speechToText'

type Hearing = {
  choice: SpeechChoice
  log: RunLog
  signal: AbortSignal
  credential: Ports['credential']
  transcribe: Transcribe
}

/**
 * Transcribes recordings. Calls are logged like those of a model; with a platform key the maximum duration is held
 * and the actual seconds are charged. Throws INVALID_INPUT when no words are found.
 */
export async function transcribeQuestion(
  recordings: readonly Recording[],
  hearing: Hearing,
): Promise<string> {
  const opened = await open(hearing)
  const settings = speechSettingsOf(hearing.choice, opened)
  const texts: string[] = []
  for (const [index, recording] of recordings.entries()) {
    texts.push(await call(`${NODE}:${index + 1}`, recording, { ...hearing, settings, opened }))
  }
  const text = texts.filter(Boolean).join('\n').slice(0, MAX_TEXT)
  if (text === '') {
    throw new AppError('INVALID_INPUT', 'No speech was recognized in this recording.')
  }
  return text
}

async function open({ choice: { name, credentialId }, credential }: Hearing) {
  try {
    return await credential(credentialId, speechProviders[name].credential)
  } catch (cause) {
    throw cause instanceof AppError && cause.code === 'NOT_FOUND'
      ? new AppError(
          'INVALID_FLOW',
          'The speech credential was deleted. Choose another one in the flow’s configuration.',
          { cause },
        )
      : cause
  }
}

type Call = Hearing & { settings: SpeechSettings; opened: OpenedCredential }

async function call(
  callId: string,
  recording: Recording,
  { settings, opened, log, signal, transcribe }: Call,
) {
  const { provider, model } = settings
  const named = { nodeId: NODE, callId }
  const size = recording.bytes.length
  const maxSeconds = Math.max(size / THINNEST, least[provider] ?? 0)
  const worstCase = { input: tokensOf(maxSeconds), output: 0 }
  const paidBy = opened.platform ? 'platform' : 'owner'
  signal.throwIfAborted()
  await log.append({ type: 'model_called', ...named, provider, model, paidBy, worstCase })
  try {
    const transcript = await transcribe(settings, recording, signal)
    const { seconds, estimated } = believable(transcript, size, maxSeconds)
    const usage = { ...noUsage, input: tokensOf(Math.max(seconds, least[provider] ?? 0)) }
    const text = transcript.text.trim()
    log.note({ type: 'model_finished', ...named, reply: { text, usage, estimated } })
    return text
  } catch (error) {
    const reason = reasonOf(error, signal)
    const usage = reason === 'refused' ? noUsage : { ...noUsage, input: tokensOf(size / DEFAULT_CHARACTERS) }
    log.note({ type: 'model_stopped', ...named, reason, text: '', usage })
    // A provider failure, regardless of its code, is not an error of the caller's request.
    throw signal.aborted ? error : new NodeFailure({ id: NODE, label: 'Speech to Text' }, error)
  }
}

function reasonOf(error: unknown, signal: AbortSignal) {
  const isRejected = error instanceof AppError && error.code !== 'TIMED_OUT'
  return signal.aborted ? 'aborted' : isRejected ? 'refused' : 'cut'
}

/** Accepts only durations above 0 and possible for the size of the recording. */
function believable({ seconds = 0 }: Transcript, size: number, maxSeconds: number) {
  const isBelievable = seconds > 0 && seconds <= maxSeconds
  return { seconds: isBelievable ? seconds : size / DEFAULT_CHARACTERS, estimated: !isBelievable }
}

function tokensOf(seconds: number) {
  return Math.ceil(seconds * TOKENS_PER_SECOND)
}
