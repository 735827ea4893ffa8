import { Button } from '@mui/joy'
import { CornerDownLeft, Sparkles, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useUser } from '#client/api/use-session.ts'
import { numberFormat } from '#client/components/intl.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Conversation } from '#shared/conversations.ts'
import { type FileByHand, showsFiles } from '#shared/takeover.ts'
import { useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import { nameOf } from '../view/words.ts'
import { AttachButton, ReplyFiles } from './reply-files.tsx'
import { useSuggestion } from './use-suggestion.ts'
import type { Takeover } from './use-takeover.ts'

/** The server's limits (shared/takeover.ts). */
const MAX = { reply: 32_000, note: 4_000 } as const
export type Mode = keyof typeof MAX

type Props = {
  conversation: Conversation
  /** Of a flow of this user, who pays for it. */
  isOwn: boolean
  takeover: Takeover
  mode: Mode
  onMode: (mode: Mode) => void
  field: RefObject<HTMLTextAreaElement | null>
  presence: { onType: () => void; onSent: () => void }
}

/** A message to the visitor, or a note for operators. What is not sent yet stays with its conversation. */
export function ReplyBox({ conversation, isOwn, takeover, mode, onMode, field, presence }: Props) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const { drafts, files: draftFiles, hold } = useLiveInbox()
  const submit = useSubmit(conversation, takeover)
  const draftKey = `${mode} ${keyOf(conversation)}`
  const [text, setText] = useState(() => drafts.get(draftKey) ?? '')
  const [files, setFiles] = useState(() => draftFiles.get(draftKey) ?? [])
  /** What stood in the field before the draft, which is written below it. */
  const before = useRef('')
  const suggestion = useSuggestion(conversation, (draft) => store(before.current + draft))
  const isEmpty = text.trim() === '' && files.length === 0
  const isTooLong = text.length > MAX[mode]
  useEffect(() => () => hold('reply', false), [hold])
  useEffect(() => grow(field.current, text), [field, text])

  function store(next: string) {
    drafts.set(draftKey, next)
    setText(next)
  }

  function change(next: string) {
    store(next)
    suggestion.dismiss()
    if (mode === 'reply') {
      presence.onType()
    }
  }

  function changeFiles(next: readonly FileByHand[]) {
    draftFiles.set(draftKey, next)
    setFiles(next)
  }

  function suggest() {
    before.current = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`
    void suggestion.start()
  }

  function send() {
    const content = text.trim()
    if (!(isEmpty || isTooLong || suggestion.isWriting)) {
      change('')
      changeFiles([])
      presence.onSent()
      void submit(mode, content, files).then((isSent) => !isSent && change(content))
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const isSend = event.key === 'Enter' && !event.nativeEvent.isComposing && !event.shiftKey
    if (isSend && (event.ctrlKey || event.metaKey || matchMedia('(pointer: fine)').matches)) {
      event.preventDefault()
      send()
    }
  }

  return (
    <div className="inbox-reply stack round-md surface" data-mode={mode}>
      <div className="row gap-16" role="tablist" aria-label={inbox.reply.tabs.label}>
        {(['reply', 'note'] as const).map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            className="inbox-tab no-background borderless inherits-font text-13 line-18 pressable unpadded"
            aria-selected={mode === each}
            onClick={() => onMode(each)}
          >
            {inbox.reply.tabs[each]}
          </button>
        ))}
        <Hint conversation={conversation} mode={mode} />
      </div>
      <textarea
        ref={field}
        className="inbox-field inherits-font text-primary no-background borderless unpadded no-outline"
        rows={1}
        aria-label={mode === 'reply' ? inbox.reply.field : inbox.reply.noteField}
        placeholder={mode === 'reply' ? inbox.reply.to(nameOf(conversation, inbox)) : inbox.reply.note}
        value={text}
        readOnly={suggestion.isWriting}
        aria-busy={suggestion.isWriting}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => hold('reply', true)}
        onBlur={() => hold('reply', false)}
      />
      <ReplyFiles files={files} onChange={changeFiles} />
      {isTooLong && (
        <p className="text-12 line-16 text-danger flush" role="alert">
          {inbox.reply.tooLong(numberFormat(language).format(MAX[mode]))}
        </p>
      )}
      {suggestion.problem && (
        <p className="text-12 line-16 text-danger flush" role="alert">
          {suggestion.problem}
        </p>
      )}
      <div className="row gap-8 at-end">
        {mode === 'reply' && showsFiles(conversation) && (
          <AttachButton files={files} onChange={changeFiles} />
        )}
        {mode === 'reply' && (
          <SuggestButton
            isOwn={isOwn}
            isWriting={suggestion.isWriting}
            onStart={suggest}
            onStop={suggestion.stop}
          />
        )}
        <Button
          size="sm"
          disabled={isEmpty || isTooLong || suggestion.isWriting}
          endDecorator={<CornerDownLeft size={14} />}
          onClick={send}
        >
          {mode === 'reply' ? inbox.reply.send : inbox.reply.addNote}
        </Button>
      </div>
    </div>
  )
}

type SuggestProps = { isOwn: boolean; isWriting: boolean; onStart: () => void; onStop: () => void }

function SuggestButton({ isOwn, isWriting, onStart, onStop }: SuggestProps) {
  const { inbox } = useTexts()
  // A cost concerns only the one who pays it.
  const help = isOwn ? inbox.reply.suggestHelp : inbox.reply.suggestHelpFree
  return (
    <Button
      size="sm"
      variant="plain"
      color="neutral"
      title={isWriting ? undefined : help}
      startDecorator={isWriting ? <Square size={12} /> : <Sparkles size={14} />}
      onClick={isWriting ? onStop : onStart}
    >
      {isWriting ? inbox.reply.stopSuggestion : inbox.reply.suggest}
    </Button>
  )
}

/** Resolves to false when the text was not taken. A message that fails stays in the thread. */
function useSubmit(conversation: Conversation, takeover: Takeover) {
  const { inbox } = useTexts()
  const toasts = useToasts()
  const errorText = useErrorText()
  return async (mode: Mode, content: string, files: readonly FileByHand[]) => {
    const { flowId, chatId } = conversation
    if (mode === 'reply') {
      await takeover.write({ flowId, chatId }, content, files)
      return true
    }
    try {
      await takeover.addNote({ flowId, chatId }, content)
      return true
    } catch (error) {
      toasts.error(`${inbox.reply.noteFailed} ${errorText(error)}`)
      return false
    }
  }
}

function Hint({ conversation, mode }: Pick<Props, 'conversation' | 'mode'>) {
  const { inbox } = useTexts()
  const user = useUser()
  const hint = conversation.isAiOff ? inbox.reply.seesName(user?.username ?? '') : inbox.reply.aiStillOn
  return (
    <span className="inbox-hint pushed-right text-12 line-16 text-secondary truncate">
      {mode === 'reply' ? hint : inbox.entries.note}
    </span>
  )
}

function grow(field: HTMLTextAreaElement | null, text: string) {
  if (field) {
    field.style.height = 'auto'
    field.style.height = text === '' ? '' : `${field.scrollHeight}px`
  }
}
