import { useEffect, useRef, useState } from 'react'
import type { Upload } from '#shared/uploads.ts'
import { toDataUrl } from '../uploads/read-upload.ts'
import { chooseFormat } from './sound-format.ts'

export type RecordingError = 'denied' | 'missing' | 'failed'
type State = 'off' | 'asking' | 'on'
type Recording = { recorder: MediaRecorder; stream: MediaStream; chunks: Blob[] }

/** A forgotten microphone stops after this time; the recording is preserved. */
const MAX_MS = 5 * 60_000

/** Records a spoken question. Undefined where the browser cannot record, such as on a page served over plain HTTP. */
export function useRecorder(onRecorded: (upload: Upload) => void) {
  const [state, setState] = useState<State>('off')
  const [seconds, setSeconds] = useState(0)
  const [issue, setIssue] = useState<RecordingError>()
  const current = useRef<Recording>(undefined)
  const target = useRef(0)
  const latest = useRef(onRecorded)
  latest.current = onRecorded

  useEffect(
    () => () => {
      target.current += 1
      release(current.current)
    },
    [],
  )

  useEffect(() => {
    if (state !== 'on') {
      return
    }
    const startedAt = Date.now()
    const timer = setInterval(() => {
      setSeconds(Math.floor((Date.now() - startedAt) / 1_000))
      if (Date.now() - startedAt >= MAX_MS) {
        current.current?.recorder.stop()
      }
    }, 250)
    return () => clearInterval(timer)
  }, [state])

  async function start() {
    setIssue(undefined)
    setSeconds(0)
    setState('asking')
    target.current += 1
    const requested = target.current
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (target.current !== requested) {
        // Cancelled while the permission prompt was open.
        stopAll(stream)
        return
      }
      const format = chooseFormat((type) => MediaRecorder.isTypeSupported(type))
      const recorder = new MediaRecorder(stream, format && { mimeType: format.mime })
      const recording: Recording = { recorder, stream, chunks: [] }
      current.current = recording
      recorder.ondataavailable = ({ data }) => recording.chunks.push(data)
      recorder.onerror = () => end('failed')
      recorder.onstop = () => void finish(recording)
      recorder.start()
      setState('on')
    } catch (error) {
      if (target.current === requested) {
        end(issueOf(error))
      }
    }
  }

  async function finish({ chunks, recorder }: Recording) {
    const format = chooseFormat((type) => recorder.mimeType.startsWith(type))
    end(undefined)
    const sound = new Blob(chunks)
    if (format && sound.size > 0) {
      const { mime, ending } = format
      const data = await toDataUrl(sound, mime)
      latest.current({ type: 'audio', name: `audio.${ending}`, mime, data })
    } else {
      setIssue('failed')
    }
  }

  function end(why: RecordingError | undefined) {
    target.current += 1
    release(current.current)
    current.current = undefined
    setIssue(why)
    setState('off')
  }

  return {
    state,
    seconds,
    issue,
    isPossible: 'MediaRecorder' in globalThis && Boolean(navigator.mediaDevices?.getUserMedia),
    start: () => void start(),
    cancel: () => end(undefined),
    finish: () => current.current?.recorder.stop(),
  }
}
export type Recorder = ReturnType<typeof useRecorder>

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
