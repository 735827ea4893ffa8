import type { Recorder } from '../uploads/recorder.ts'
import { clockText } from '../uploads/sound-format.ts'
import { iconButton } from './buttons.ts'
import { h, watch } from './dom.ts'
import type { View } from './view.ts'

/** Near its end, a recording shows the time left. */
const COUNTDOWN_SECONDS = 15

/** Takes the place of the message field while the microphone is on. */
export function createVoiceBar({ texts, signal }: View, recorder: Recorder, maxSeconds: number) {
  const clock = h('span', { class: 'clock', role: 'timer' })
  const discard = iconButton('remove', texts.cancelRecording, recorder.cancel)
  const bar = h(
    'div',
    {
      ...{ class: 'voice-bar', role: 'group', 'aria-label': texts.recording, hidden: true },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          recorder.cancel()
        }
      },
    },
    h('i'),
    h('span', { role: 'status' }, texts.recording),
    clock,
    h('span', { class: 'quiet' }, texts.recordingLeft(clockText(maxSeconds))),
    discard,
  )
  watch(
    recorder,
    signal,
    ({ state }) => state !== 'off',
    (isOn) => {
      bar.hidden = !isOn
      if (isOn) {
        discard.focus()
      }
    },
  )
  watch(
    recorder,
    signal,
    ({ seconds }) => seconds,
    (seconds) => {
      const left = maxSeconds - seconds
      clock.textContent = left > COUNTDOWN_SECONDS ? clockText(seconds) : `−${clockText(left)}`
    },
  )
  return bar
}
