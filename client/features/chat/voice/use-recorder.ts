import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { canRecord, createRecorder, type RecorderState } from '#client/chatbot/uploads/recorder.ts'
import type { Upload } from '#shared/uploads.ts'

const MAX_SECONDS = 5 * 60

/** `isPossible` is false where the browser cannot record, such as on a page served over plain HTTP. */
export function useRecorder(onRecorded: (upload: Upload) => void) {
  const latest = useRef(onRecorded)
  latest.current = onRecorded
  const [recorder] = useState(() => createRecorder(MAX_SECONDS, (upload) => latest.current(upload)))
  const { state, seconds, issue }: RecorderState = useStore(recorder)
  const { start, cancel, finish } = recorder
  useEffect(() => cancel, [cancel])
  return { state, seconds, issue, isPossible: canRecord(), start, cancel, finish }
}
export type Recorder = ReturnType<typeof useRecorder>
