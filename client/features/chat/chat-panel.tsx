import './chat.css'
import './visitor/visitor.css'
import { LinearProgress } from '@mui/joy'
import { useEffect, useMemo, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
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
import { useAttachments } from './uploads/use-attachments.ts'
import { useChatDrop } from './uploads/use-chat-drop.ts'
import { useAskAgain } from './use-ask-again.ts'
import { useChat } from './use-chat.ts'
import { jumpBetweenQuestions, useInputKey } from './use-chat-keys.ts'
import { useOffers } from './use-offers.ts'
import { useOnline } from './use-online.ts'
import { useChatSpeaker } from './visitor/use-chat-speaker.ts'
import { useLead } from './visitor/use-lead.tsx'
import { VisitorContext } from './visitor/visitor-context.ts'

export function ChatPanel(props: ChatDockProps) {
  return <OpenChat key={props.flowId} {...props} />
}

function OpenChat({
  disabledReason,
  askFirst,
  focusRequest = 0,
  order,
  onShowNode,
  onShowRun,
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
  const canAsk = !isRunning && disabledReason === undefined && isOnline
  const askAgain = useAskAgain(run.ask, { flowId, beginChat })
  const askPrompt = (question: string) => {
    // The clicked element unmounts, so the focus moves first.
    focusUnlessTouched(input.current)
    void run.ask(question)
  }
  const drop = useChatDrop(attachments, isDisabled)
  useInputKey(input)
  useEffect(() => {
    if (focusRequest > 0) {
      focusUnlessTouched(input.current)
    }
  }, [focusRequest])
  useAskFirst(canAsk ? askFirst : undefined, run.ask)
  useOrder(order, {
    canAsk,
    isLoading: history.isLoading,
    ask: run.ask,
    askLast() {
      const last = exchanges.findLast(({ question }) => question !== undefined)
      if (last && canAsk) {
        askAgain(last)
      } else {
        focusUnlessTouched(input.current)
      }
    },
  })

  return (
    <section className="chat" aria-label={texts.title} onKeyDown={jumpBetweenQuestions} {...drop.handlers}>
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
      <MessageList askedKey={run.turns.at(-1)?.key}>
        {history.isLoading && <LinearProgress size="sm" aria-label={texts.messages} />}
        <VisitorContext value={visitor}>
          <Conversation
            exchanges={exchanges}
            isLoading={history.isLoading}
            isRunning={isRunning}
            starterPrompts={offers.starterPrompts}
            form={lead.form}
            greeting={lead.thanks}
            onAsk={canAsk ? askPrompt : undefined}
            onAskAgain={canAsk ? askAgain : undefined}
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
      <Composer
        inputRef={input}
        placeholder={lead.isRequired ? lead.placeholder : placeholderOf(texts, { isBroke, isRunning })}
        disabled={isDisabled}
        isOffline={!isOnline}
        isRunning={isRunning}
        isStopping={run.isStopping}
        questions={questions}
        attachments={attachments}
        takesSpeech={offers.speech}
        onSend={(question, uploads) => void run.ask(question, { uploads })}
        onStop={run.open?.runId ? run.stop : undefined}
      />
      <BalanceLine flowId={options.flowId} isRejected={isBroke} />
    </section>
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

type Carrier = { canAsk: boolean; isLoading: boolean; ask: Run['ask']; askLast: () => void }

/** Sends each question the canvas requests once, including one that was pending when the chat opened. */
function useOrder(order: ChatDockProps['order'], { canAsk, isLoading, ask, askLast }: Carrier) {
  const done = useRef(0)
  useEffect(() => {
    if (!order || order.id <= done.current) {
      return
    }
    const { id, question, ...more } = order
    if (question === undefined && !isLoading) {
      done.current = id
      askLast()
    } else if (question !== undefined && canAsk) {
      done.current = id
      void ask(question, more)
    }
  }, [order, canAsk, isLoading, ask, askLast])
}

/** Sends only once, however often the panel renders: a question costs money. */
function useAskFirst(question: string | undefined, ask: (question: string) => void) {
  const isRequested = useRef(false)
  useEffect(() => {
    if (question && !isRequested.current) {
      isRequested.current = true
      ask(question)
    }
  }, [question, ask])
}
