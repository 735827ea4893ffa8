import './chat.css'
import { LinearProgress } from '@mui/joy'
import { useCallback, useEffect, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { Announcer } from './announcer.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatNotices } from './chat-notices.tsx'
import { BalanceLine } from './composer/balance-line.tsx'
import { Composer } from './composer/composer.tsx'
import { MessageList } from './message-list.tsx'
import type { LiveTurn } from './run/live-turns.ts'
import { useNodeKinds } from './run/use-node-kinds.ts'
import { ExchangeView } from './turn/exchange-view.tsx'
import { useChat } from './use-chat.ts'
import { jumpBetweenQuestions, useInputKey } from './use-chat-keys.ts'
import { useOnline } from './use-online.ts'

/** The chat beside the canvas: asks the flow, shows how it answers, and says what that cost. */
export function ChatPanel(props: ChatDockProps) {
  return <OpenChat key={props.flowId} {...props} />
}

function OpenChat({ disabledReason, askFirst, order, onShowNode, onShowRun, ...options }: ChatDockProps) {
  const { chat: texts } = useTexts()
  const { run, history, exchanges, questions, startAnew, clear } = useChat(options)
  const kindOfNode = useNodeKinds()
  const isOnline = useOnline()
  const input = useRef<HTMLTextAreaElement>(null)
  const isRunning = run.open !== undefined
  const isBroke = useBroke(run.turns.at(-1))
  const isDisabled = disabledReason !== undefined || isBroke
  const canAsk = !isRunning && disabledReason === undefined && isOnline
  const { ask } = run
  const latest = useRef(ask)
  latest.current = ask
  const askAgain = useCallback((question: string) => void latest.current(question), [])
  useInputKey(input)
  useAskFirst(canAsk ? askFirst : undefined, run.ask)
  useOrder(canAsk ? order : undefined, run.ask)

  return (
    <section className="chat" aria-label={texts.title} onKeyDown={jumpBetweenQuestions}>
      <ChatHeader
        title={questions[0]}
        isRunning={isRunning}
        onNew={() => {
          startAnew()
          input.current?.focus()
        }}
        onClear={() => clear().then(() => input.current?.focus())}
      />
      <MessageList askedKey={run.turns.at(-1)?.key}>
        {history.isLoading && <LinearProgress size="sm" aria-label={texts.messages} />}
        {exchanges.length === 0 && !history.isLoading && <Greeting />}
        {exchanges.map((exchange, index) => (
          <ExchangeView
            key={exchange.key}
            exchange={exchange}
            kindOfNode={kindOfNode}
            onShowNode={onShowNode}
            onShowRun={onShowRun}
            onAsk={canAsk && index === exchanges.length - 1 ? askAgain : undefined}
          />
        ))}
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
        placeholder={placeholderOf(texts, { isBroke, isRunning })}
        disabled={isDisabled}
        isOffline={!isOnline}
        isRunning={isRunning}
        isStopping={run.isStopping}
        questions={questions}
        onSend={(question) => void run.ask(question)}
        onStop={run.open?.runId ? run.stop : undefined}
      />
      <BalanceLine flowId={options.flowId} isRefused={isBroke} />
    </section>
  )
}

/** Refused for want of money, and still without any: then the next question would be refused as well. */
function useBroke(last: LiveTurn | undefined) {
  const wallet = trpc.wallet.get.useQuery()
  const ending = last?.turn.ending
  const isRefused = ending?.type === 'failed' && ending.code === 'INSUFFICIENT_FUNDS'
  return isRefused && wallet.data !== undefined && wallet.data.available <= 0
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

function Greeting() {
  const { chat } = useTexts()
  return (
    <div className="chat-thread">
      <div className="chat-row chat-answer">
        <KindGlyph kind="agent" silent />
        <p className="chat-greeting">{chat.greeting}</p>
      </div>
    </div>
  )
}

/** What the canvas wants asked: each order once, the one that stood when the chat was opened as well. */
function useOrder(order: ChatDockProps['order'], ask: ReturnType<typeof useChat>['run']['ask']) {
  const done = useRef(0)
  useEffect(() => {
    if (order && order.id > done.current) {
      done.current = order.id
      const { id: _, question, ...more } = order
      void ask(question, more)
    }
  }, [order, ask])
}

/** Once, however often the panel is drawn: a question costs money. */
function useAskFirst(question: string | undefined, ask: (question: string) => void) {
  const isAsked = useRef(false)
  useEffect(() => {
    if (question && !isAsked.current) {
      isAsked.current = true
      ask(question)
    }
  }, [question, ask])
}
