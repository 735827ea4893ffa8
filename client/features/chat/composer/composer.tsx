import './composer.css'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Upload } from '#shared/uploads.ts'
import { AttachButton } from '../uploads/attach-button.tsx'
import { AttachmentChips } from '../uploads/attachment-chips.tsx'
import type { Attachments } from '../uploads/use-attachments.ts'
import { useRecorder } from '../voice/use-recorder.ts'
import { VoiceBar, VoiceButton } from '../voice/voice-bar.tsx'
import { Hint } from './hint.tsx'
import { SendButton, StopButton } from './send-button.tsx'
import { useWalk } from './use-walk.ts'

/** The server's limit (shared/chat.ts). */
const limit = 32_000

type Props = {
  inputRef: RefObject<HTMLTextAreaElement | null>
  placeholder: string
  disabled: boolean
  isOffline: boolean
  isRunning: boolean
  isStopping: boolean
  questions: readonly string[]
  attachments: Attachments
  takesSpeech: boolean
  onSend: (question: string, uploads: readonly Upload[]) => void
  /** Undefined until the server has accepted the question. */
  onStop: (() => void) | undefined
}

export function Composer(props: Props) {
  const { inputRef, placeholder, disabled, isOffline, isRunning, questions, attachments, onSend } = props
  const { chat } = useTexts()
  const [text, setText] = useState('')
  const [isWordless, setWordless] = useState(false)
  const recall = useWalk(questions)
  const recorder = useRecorder((spoken) => submit([spoken]))
  const isRecording = recorder.state !== 'off'
  const canSend = !disabled && !isOffline && text.length <= limit && !attachments.hindrance

  useLayoutEffect(() => {
    const input = inputRef.current
    if (input) {
      input.style.height = 'auto'
      input.style.height = text ? `${input.scrollHeight}px` : ''
    }
  }, [text, inputRef])

  const wasRecording = useRef(false)
  useEffect(() => {
    if (wasRecording.current && !isRecording) {
      inputRef.current?.focus()
    }
    wasRecording.current = isRecording
  }, [isRecording, inputRef])

  function submit(spoken: readonly Upload[] = []) {
    onSend(text, [...attachments.drain(), ...spoken])
    setText('')
    setWordless(false)
  }

  function send() {
    if (isRecording) {
      recorder.finish()
    } else if (text.trim() === '') {
      setWordless(attachments.list.length > 0)
      inputRef.current?.focus()
    } else if (canSend && !isRunning) {
      submit()
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // During IME composition, Enter and the arrow keys belong to the input method.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return
    }
    const recalled = recall(event.key, text)
    if (recalled !== undefined) {
      event.preventDefault()
      setText(recalled)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      send()
    }
  }

  return (
    <form
      className="chat-composer stack surface round-md"
      data-disabled={disabled || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <AttachmentChips
        attachments={attachments.list}
        onRemove={attachments.remove}
        onEmpty={() => inputRef.current?.focus()}
      />
      {isRecording ? (
        <VoiceBar recorder={recorder} />
      ) : (
        <textarea
          className="block full-width borderless no-background text-primary inherits-font"
          ref={inputRef}
          rows={1}
          value={text}
          // A disabled field would lose focus, and screen readers would not announce why.
          readOnly={disabled}
          aria-disabled={disabled || undefined}
          placeholder={placeholder}
          aria-label={chat.composer}
          aria-keyshortcuts="Control+/"
          aria-invalid={text.length > limit}
          onChange={(event) => {
            setText(event.target.value)
            setWordless(false)
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (!disabled && files.length > 0 && attachments.types.length > 0) {
              event.preventDefault()
              attachments.add(files)
            }
          }}
        />
      )}
      <div className="chat-composer-row row gap-4 margin-top-8">
        {attachments.types.length > 0 && (
          <AttachButton
            types={attachments.types}
            disabled={disabled || isRecording}
            onFiles={(files) => {
              attachments.add(files)
              inputRef.current?.focus()
            }}
          />
        )}
        {props.takesSpeech && recorder.isPossible && (
          <VoiceButton recorder={recorder} disabled={disabled || isOffline || isRunning || isRecording} />
        )}
        <Hint
          used={text.length}
          limit={limit}
          hindrance={attachments.hindrance ?? (isWordless ? 'wordless' : undefined)}
          issue={recorder.issue}
          isRecording={isRecording}
        />
        {isRunning ? <StopButton {...props} /> : <SendButton canSend={canSend} />}
      </div>
    </form>
  )
}
