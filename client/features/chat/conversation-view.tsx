import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { followUpsOf } from './prompts/follow-ups.ts'
import { FollowUpPrompts, StarterPrompts } from './prompts/prompts.tsx'
import type { Exchange } from './run/conversation.ts'
import { useNodeKinds } from './run/use-node-kinds.ts'
import type { TurnActions } from './turn/bot-turn.tsx'
import { ExchangeView } from './turn/exchange-view.tsx'

type Props = Pick<TurnActions, 'onShowNode' | 'onShowRun'> & {
  exchanges: readonly Exchange[]
  isLoading: boolean
  isRunning: boolean
  starterPrompts: readonly string[]
  /** Undefined while nothing can be asked. */
  onAsk: ((question: string) => void) | undefined
  onAskAgain: ((exchange: Exchange) => void) | undefined
}

/** What was said, with what may be asked next by a click: at the beginning as the owner wishes, later as the answer suggests. */
export function Conversation({ exchanges, isLoading, isRunning, starterPrompts, onAsk, ...actions }: Props) {
  const kindOfNode = useNodeKinds()
  const { onAskAgain, onShowNode, onShowRun } = actions
  const last = exchanges.at(-1)
  if (!last) {
    return isLoading ? null : <Greeting prompts={starterPrompts} onAsk={onAsk} />
  }
  return (
    <>
      {exchanges.map((exchange) => (
        <ExchangeView
          key={exchange.key}
          exchange={exchange}
          kindOfNode={kindOfNode}
          onShowNode={onShowNode}
          onShowRun={onShowRun}
          onAsk={exchange === last ? onAskAgain : undefined}
        />
      ))}
      {!isRunning && <FollowUpPrompts prompts={followUpsOf(last)} onAsk={onAsk} />}
    </>
  )
}

type GreetingProps = {
  prompts: readonly string[]
  onAsk: ((question: string) => void) | undefined
}

function Greeting({ prompts, onAsk }: GreetingProps) {
  const { chat } = useTexts()
  return (
    <div className="chat-thread">
      <div className="chat-row chat-answer">
        <KindGlyph kind="agent" silent />
        <p className="chat-greeting">{chat.greeting}</p>
      </div>
      <StarterPrompts prompts={prompts} onAsk={onAsk} />
    </div>
  )
}
