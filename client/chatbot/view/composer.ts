import { isOpen } from '../state/conversation.ts'
import type { ChatState } from '../state/create-chat.ts'
import { hindranceOf, typesOf } from '../uploads/attachment.ts'
import { acceptOf } from '../uploads/media-type.ts'
import { canRecord, createRecorder } from '../uploads/recorder.ts'
import { createAttachments } from './attachments.ts'
import { iconButton } from './buttons.ts'
import { h, replaceChildren, watch } from './dom.ts'
import { icon } from './icons.ts'
import { titleOf, type View } from './view.ts'
import { createVoiceBar } from './voice-bar.ts'

/** The server's limit (shared/chat.ts). */
const MAX_CHARACTERS = 32_000
const MAX_RECORDING_SECONDS = 120

/** The message field with its files, its microphone and its one button, which sends or stops. */
export function createComposer(view: View) {
  const { chat, settings, texts, signal } = view
  const types = typesOf(settings.offers)
  const recorder = createRecorder(MAX_RECORDING_SECONDS, (spoken) => submit([spoken]))
  signal.addEventListener('abort', recorder.cancel)

  const input = h('textarea', {
    ...{ rows: 1, 'aria-label': texts.compose, enterkeyhint: 'send', oninput: onInput },
    ...{ onkeydown: onKeyDown, onpaste: onPaste },
  })
  const files = createAttachments(view, () => input.focus())
  const picker = h('input', {
    ...{ type: 'file', multiple: true, hidden: true, accept: acceptOf(types) },
    onchange: () => {
      chat.addFiles([...(picker.files ?? [])])
      picker.value = ''
      input.focus()
    },
  })
  const attach = iconButton('attach', texts.attach, () => picker.click())
  const microphone = iconButton('microphone', texts.record, recorder.start)
  const hint = h('p', { class: 'hint', role: 'status' })
  const button = h('button', { class: 'main-button send' })
  const field = h('div', { class: 'field-row' }, input, createVoiceBar(view, recorder, MAX_RECORDING_SECONDS))
  const form = h(
    'form',
    { class: 'composer', onsubmit: onSubmit },
    files,
    field,
    h(
      'div',
      { class: 'composer-row' },
      types.length > 0 && attach,
      types.length > 0 && picker,
      settings.offers.speech && canRecord() && microphone,
      hint,
      button,
    ),
  )
  let isWordless = false

  const isRunning = () => chat.getState().exchanges.some(({ answer }) => isOpen(answer))

  function onSubmit(event: Event) {
    event.preventDefault()
    if (recorder.getState().state === 'on') {
      recorder.finish()
    } else if (isRunning()) {
      void chat.stop()
    } else {
      sendTyped()
    }
  }

  function sendTyped() {
    const { attachments, needsLead } = chat.getState()
    const text = input.value.trim()
    isWordless = text === '' && attachments.length > 0
    if (text !== '' && text.length <= MAX_CHARACTERS && !needsLead && !hindranceOf(attachments)) {
      submit()
    }
    paint()
  }

  function submit(spoken: Parameters<typeof chat.sendTyped>[1] = []) {
    const question = input.value.trim()
    input.value = ''
    grow()
    void chat.sendTyped(question, spoken)
  }

  function onKeyDown(event: KeyboardEvent) {
    // During composition, Enter belongs to the input method.
    if (event.key === 'Enter' && !event.isComposing && !event.shiftKey && !isTouch()) {
      event.preventDefault()
      if (!isRunning()) {
        sendTyped()
      }
    }
  }

  function onInput() {
    chat.reportTyping()
    isWordless = false
    recorder.forgetIssue()
    grow()
    paint()
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (pasted.length > 0 && types.length > 0) {
      event.preventDefault()
      chat.addFiles(pasted)
    }
  }

  function grow() {
    input.style.height = 'auto'
    input.style.height = `${input.scrollHeight}px`
  }

  function paint() {
    const state = chat.getState()
    const { state: recording, issue } = recorder.getState()
    const { attachments, needsLead } = state
    input.readOnly = needsLead
    input.placeholder = placeholderOf(state, view)
    hint.textContent = hintText({ attachments, length: input.value.length, isWordless, issue }, texts)
    attach.disabled = needsLead || recording !== 'off'
    microphone.disabled = attach.disabled || isRunning()
    paintButton(actionOf(state, recording))
  }

  function paintButton({ name, isOff }: ReturnType<typeof actionOf>) {
    button.disabled = isOff
    if (button.dataset.kind !== name) {
      button.dataset.kind = name
      replaceChildren(
        button,
        name !== 'send' && icon('stop', 14),
        texts[name],
        name === 'send' && icon('send', 16),
      )
    }
  }

  watch(chat, signal, (state) => state, paint)
  watch(recorder, signal, (state) => state, paint)
  watch(
    recorder,
    signal,
    ({ state }) => state !== 'off',
    (isRecording) => {
      input.hidden = isRecording
    },
  )
  return { form, input }
}

/** What the button does now. */
function actionOf(
  { exchanges, isStopping, needsLead, attachments }: ChatState,
  recording: 'off' | 'asking' | 'on',
) {
  if (recording !== 'off') {
    return { name: 'send', isOff: recording === 'asking' } as const
  }
  if (exchanges.some(({ answer }) => isOpen(answer))) {
    return { name: isStopping ? 'stopping' : 'stop', isOff: isStopping } as const
  }
  return { name: 'send', isOff: needsLead || hindranceOf(attachments) !== undefined } as const
}

function placeholderOf({ needsLead, exchanges, isByHand, operator }: ChatState, view: View) {
  const { texts, settings, language } = view
  if (needsLead) {
    return texts.leadFirst
  }
  if (isByHand && operator) {
    return texts.writeToPerson(operator)
  }
  return exchanges.some(({ answer }) => isOpen(answer))
    ? texts.writeNext
    : settings.appearance.texts[language].placeholder || texts.writeTo(titleOf(view))
}

type HintState = {
  attachments: ChatState['attachments']
  length: number
  isWordless: boolean
  issue: 'denied' | 'missing' | 'failed' | undefined
}

function hintText({ attachments, length, isWordless, issue }: HintState, texts: View['texts']) {
  if (issue) {
    return texts.microphone[issue]
  }
  if (length > MAX_CHARACTERS) {
    return texts.tooLong(MAX_CHARACTERS.toLocaleString())
  }
  const hindrance = hindranceOf(attachments)
  if (hindrance) {
    return hindrance === 'failed' ? texts.removeFailed : texts.stillReading
  }
  return isWordless ? texts.wordless : ''
}

/** Phones have a button for a new line, and no Shift to hold. */
export function isTouch() {
  return matchMedia('(pointer: coarse)').matches
}
