import './chat.css'
import './visitor/visitor.css'
import { LinearProgress } from '@mui/joy'
import { Suspense, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { lazily } from '#client/components/on-demand.tsx'
import { useFileDrop } from '#client/components/use-file-drop.ts'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { Announcer } from './announcer.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatNotices } from './chat-notices.tsx'
import { BalanceLine } from './composer/balance-line.tsx'
import { Composer } from './composer/composer.tsx'
import { Conversation } from './conversation-view.tsx'
import { MessageList } from './message-list.tsx'
import type { LiveTurn } from './run/live-turns.ts'
import type { Run } from './run/use-run.ts'
import { DropHere } from './uploads/drop-here.tsx'
import type { Attachments } from './uploads/use-attachments.ts'
import { useAttachments } from './uploads/use-attachments.ts'
import { useChat } from './use-chat.ts'
import { jumpBetweenQuestions, useInputKey } from './use-chat-keys.ts'
import { useOffers } from './use-offers.ts'
import { useResend } from './use-resend.ts'
import { useChatSpeaker } from './visitor/use-chat-speaker.ts'
import { useLead } from './visitor/use-lead.tsx'
import { VisitorContext } from './visitor/visitor-context.ts'

export function ChatPanel(props: ChatDockProps) {
  return <OpenChat key={props.flowId} {...props} />
}

function OpenChat({
  disabledReason,
  firstQuestion,
  focusRequest = 0,
  order,
  onShowNode,
  onShowRun,
  startForm,
  starterPrompts,
  ...options
}: ChatDockProps) {
  const { chat: texts } = useTexts()
  const chat = useChat(options)
  const { run, history, exchanges, questions, beginChat, restart, clear } = chat
  const { flowId } = options
  const offers = useOffers(flowId)
  const attachments = useAttachments({ flowId, offers, beginChat })
  const speaker = useChatSpeaker(flowId, offers.voice, exchanges.at(-1))
  const visitor = useMemo(
    () => ({ flowId, takesRatings: offers.feedback, speaker }),
    [flowId, offers.feedback, speaker],
  )
  const isOnline = useOnline()
  const input = useRef<HTMLTextAreaElement>(null)
  const lead = useLead(chat, { flowId, form: offers.leads, onLeft: () => input.current?.focus() })
  const isRunning = run.open !== undefined
  const isBroke = useBroke(run.turns.at(-1))
  const isDisabled = disabledReason !== undefined || isBroke || lead.isRequired
  const canSend = !isRunning && disabledReason === undefined && isOnline
  const canRepeat = canSend && !startForm
  const canAnswer = !isRunning && isOnline
  const resend = useResend(run.send, { flowId, beginChat })
  const sendPrompt = (question: string) => {
    // The clicked element unmounts, so the focus moves first.
    focusUnlessTouched(input.current)
    void run.send(question)
  }
  const drop = useChatDrop(attachments, isDisabled)
  useInputKey(input)
  useEffect(() => {
    if (focusRequest > 0) {
      focusUnlessTouched(input.current)
    }
  }, [focusRequest])
  useFirstQuestion(canSend ? firstQuestion : undefined, run.send)
  useOrder(order, {
    canSend,
    isLoading: history.isLoading,
    ask: run.send,
    resendLast() {
      const last = exchanges.findLast(({ question }) => question !== undefined)
      if (last && canSend) {
        resend(last)
      } else {
        focusUnlessTouched(input.current)
      }
    },
  })

  return (
    <section
      className="chat stack shrinks shrinks-y full-height relative text-primary surface"
      aria-label={texts.title}
      onKeyDown={jumpBetweenQuestions}
      {...drop.handlers}
    >
      {drop.isOver && <DropHere />}
      <ChatHeader
        title={questions[0]}
        isRunning={isRunning}
        onNew={() => {
          attachments.clear()
          restart()
          input.current?.focus()
        }}
        onClear={async () => {
          await clear()
          attachments.clear()
          input.current?.focus()
        }}
      />
      <MessageList questionKey={run.turns.at(-1)?.key}>
        {history.isLoading && <LinearProgress size="sm" aria-label={texts.messages} />}
        <VisitorContext value={visitor}>
          <Conversation
            exchanges={exchanges}
            isLoading={history.isLoading}
            isRunning={isRunning}
            starterPrompts={starterPrompts ?? offers.starterPrompts}
            form={lead.form}
            greeting={lead.thanks}
            onSend={canRepeat ? sendPrompt : undefined}
            onResend={canRepeat ? resend : undefined}
            onAnswer={canAnswer ? run.answer : undefined}
            onShowNode={onShowNode}
            onShowRun={onShowRun}
          />
        </VisitorContext>
      </MessageList>
      <Announcer turns={run.turns} />
      <ChatNotices
        isOnline={isOnline}
        connection={run.connection}
        onLookAgain={run.lookAgain}
        historyFailed={history.isError}
        onLoadAgain={() => history.refetch()}
        disabledReason={disabledReason}
      />
      <MessageInput
        form={startForm}
        run={run}
        inputRef={input}
        placeholder={lead.isRequired ? lead.placeholder : placeholderOf(texts, { isBroke, isRunning })}
        disabled={isDisabled}
        isOffline={!isOnline}
        questions={questions}
        attachments={attachments}
        takesSpeech={offers.speech}
      />
      <BalanceLine flowId={options.flowId} isRejected={isBroke} />
    </section>
  )
}

type InputProps = Omit<Parameters<typeof Composer>[0], 'isRunning' | 'isStopping' | 'onSend' | 'onStop'> & {
  form: ChatDockProps['startForm']
  run: Run
}

// Few flows start with a form, and its fields are a tenth of what a chat loads.
const StartForm = lazily(async () => (await import('./form/start-form.tsx')).StartForm)

/** The message field, or the form that an agent flow starts with. */
function MessageInput({ form, run, ...composer }: InputProps) {
  const { open, isStopping, send, stop } = run
  const running = { isRunning: open !== undefined, isStopping, onStop: open?.runId ? stop : undefined }
  return form ? (
    <Suspense fallback={null}>
      <StartForm
        {...running}
        form={form}
        disabled={composer.disabled || composer.isOffline}
        onSend={(question, values) => void send(question, { form: values })}
      />
    </Suspense>
  ) : (
    <Composer {...composer} {...running} onSend={(question, uploads) => void send(question, { uploads })} />
  )
}

/** On touch devices, focus would open the keyboard before the user wants to type. */
function focusUnlessTouched(input: HTMLElement | null) {
  if (!matchMedia('(pointer: coarse)').matches) {
    input?.focus()
  }
}

/**
 * The last question was rejected for insufficient funds and the balance is still too low: the next one would be
 * rejected too.
 */
function useBroke(last: LiveTurn | undefined) {
  const wallet = trpc.wallet.get.useQuery()
  const ending = last?.turn.ending
  const isRejected = ending?.type === 'failed' && ending.code === 'INSUFFICIENT_FUNDS'
  return isRejected && wallet.data !== undefined && wallet.data.available <= 0
}

function placeholderOf(
  texts: Texts['chat'],
  { isBroke, isRunning }: { isBroke: boolean; isRunning: boolean },
) {
  if (isBroke) {
    return texts.placeholderNoBalance
  }
  return isRunning ? texts.placeholderNext : texts.placeholder
}

type Carrier = { canSend: boolean; isLoading: boolean; ask: Run['send']; resendLast: () => void }

/** Sends each question the canvas requests once, including one that was pending when the chat opened. */
function useOrder(order: ChatDockProps['order'], { canSend, isLoading, ask, resendLast }: Carrier) {
  const done = useRef(0)
  useEffect(() => {
    if (!order || order.id <= done.current) {
      return
    }
    const { id, question, ...more } = order
    if (question === undefined && !isLoading) {
      done.current = id
      resendLast()
    } else if (question !== undefined && canSend) {
      done.current = id
      void ask(question, more)
    }
  }, [order, canSend, isLoading, ask, resendLast])
}

/** Sends only once, however often the panel renders: a question costs money. */
function useFirstQuestion(question: string | undefined, request: (question: string) => void) {
  const isRequested = useRef(false)
  useEffect(() => {
    if (question && !isRequested.current) {
      isRequested.current = true
      request(question)
    }
  }, [question, request])
}

/** Files dragged onto the chat. While the chat accepts none, the page's default handling applies. */
function useChatDrop({ types, add }: Pick<Attachments, 'types' | 'add'>, isDisabled: boolean) {
  const drop = useFileDrop((files) => add(files))
  return isDisabled || types.length === 0 ? { isOver: false, handlers: {} } : drop
}

function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

function listen(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
