import './voice.css'
import { Mic, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { clockText } from '#client/chatbot/uploads/sound-format.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Recorder } from './use-recorder.ts'

export function VoiceBar({ recorder: { seconds, state, cancel } }: { recorder: Recorder }) {
  const { chatUploads } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <fieldset
      className="chat-voice row gap-8 shrinks unpadded borderless flush min-height-28"
      aria-label={chatUploads.voice.recording}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          cancel()
        }
      }}
    >
      <i className="rigid circle" data-on={state === 'on' || undefined} aria-hidden />
      <span role="status">{chatUploads.voice.recording}</span>
      <span className="chat-figures text-12 monospace grows text-secondary tabular" role="timer">
        {clockText(seconds)}
      </span>
      <button
        ref={button}
        type="button"
        className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
        aria-label={chatUploads.voice.cancel}
        title={chatUploads.voice.cancel}
        onClick={cancel}
      >
        <X size={17} aria-hidden />
      </button>
    </fieldset>
  )
}

export function VoiceButton({ recorder, disabled }: { recorder: Recorder; disabled: boolean }) {
  const { chatUploads } = useTexts()
  return (
    <button
      type="button"
      className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
      aria-label={chatUploads.voice.record}
      title={chatUploads.voice.record}
      disabled={disabled}
      onClick={recorder.start}
    >
      <Mic size={17} aria-hidden />
    </button>
  )
}
