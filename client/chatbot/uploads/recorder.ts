import { createStore } from 'zustand/vanilla'
import type { Upload } from '#shared/uploads.ts'
import { toDataUrl } from './data-url.ts'
import { chooseFormat } from './sound-format.ts'

export type RecordingError = 'denied' | 'missing' | 'failed'
export type RecorderState = {
  state: 'off' | 'asking' | 'on'
  seconds: number
  issue: RecordingError | undefined
}
type Recording = { recorder: MediaRecorder; stream: MediaStream; chunks: Blob[] }

const off: RecorderState = { state: 'off', seconds: 0, issue: undefined }

export function canRecord() {
  return 'MediaRecorder' in globalThis && Boolean(navigator.mediaDevices?.getUserMedia)
}

/** Records a spoken question. A forgotten microphone stops after `maxSeconds`, and what was said is passed on. */
export function createRecorder(maxSeconds: number, onRecorded: (upload: Upload) => void) {
  const store = createStore<RecorderState>(() => off)
  let current: Recording | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let requests = 0

  async function start() {
    requests += 1
    const request = requests
    store.setState({ state: 'asking', seconds: 0, issue: undefined })
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (request !== requests) {
        // Cancelled while the permission prompt was open.
        stopAll(stream)
        return
      }
      begin(stream)
    } catch (error) {
      if (request === requests) {
        end(issueOf(error))
      }
    }
  }

  function begin(stream: MediaStream) {
    const format = chooseFormat((type) => MediaRecorder.isTypeSupported(type))
    const recorder = new MediaRecorder(stream, format && { mimeType: format.mime })
    const recording: Recording = { recorder, stream, chunks: [] }
    current = recording
    recorder.ondataavailable = ({ data }) => recording.chunks.push(data)
    recorder.onerror = () => end('failed')
    recorder.onstop = () => void pass(recording)
    recorder.start()
    const startedAt = Date.now()
    timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - startedAt) / 1_000)
      store.setState({ seconds })
      if (seconds >= maxSeconds) {
        recorder.stop()
      }
    }, 250)
    store.setState({ state: 'on' })
  }

  async function pass({ chunks, recorder }: Recording) {
    const format = chooseFormat((type) => recorder.mimeType.startsWith(type))
    end(undefined)
    const sound = new Blob(chunks)
    if (format && sound.size > 0) {
      const { mime, ending } = format
      const data = await toDataUrl(sound, mime)
      onRecorded({ type: 'audio', name: `audio.${ending}`, mime, data })
    } else {
      store.setState({ issue: 'failed' })
    }
  }

  function end(issue: RecordingError | undefined) {
    requests += 1
    clearInterval(timer)
    release(current)
    current = undefined
    store.setState({ state: 'off', issue })
  }

  return {
    ...store,
    start: () => void start(),
    cancel: () => end(undefined),
    finish: () => current?.recorder.stop(),
    forgetIssue: () => store.setState({ issue: undefined }),
  }
}
export type Recorder = ReturnType<typeof createRecorder>

function release(recording: Recording | undefined) {
  if (!recording) {
    return
  }
  const { recorder, stream } = recording
  recorder.ondataavailable = null
  recorder.onstop = null
  if (recorder.state !== 'inactive') {
    recorder.stop()
  }
  stopAll(stream)
}

function stopAll(stream: MediaStream) {
  for (const track of stream.getTracks()) {
    track.stop()
  }
}

function issueOf(error: unknown): RecordingError {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return 'denied'
  }
  return name === 'NotFoundError' ? 'missing' : 'failed'
}
