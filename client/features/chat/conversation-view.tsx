import type { ReactNode } from 'react'
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
  form: ReactNode
  greeting: string | undefined
  /** Undefined while questions cannot be sent. */
  onAsk: ((question: string) => void) | undefined
  onAskAgain: ((exchange: Exchange) => void) | undefined
}

export function Conversation(props: Props) {
  const { exchanges, isLoading, isRunning, starterPrompts, form, greeting, onAsk, ...actions } = props
  const kindOfNode = useNodeKinds()
  const { onAskAgain, onShowNode, onShowRun } = actions
  const last = exchanges.at(-1)
  if (!last) {
    return isLoading ? null : (form ?? <Greeting text={greeting} prompts={starterPrompts} onAsk={onAsk} />)
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
  text: string | undefined
  prompts: readonly string[]
  onAsk: ((question: string) => void) | undefined
}

function Greeting({ text, prompts, onAsk }: GreetingProps) {
  const { chat } = useTexts()
  return (
    <div className="chat-thread">
      <div className="chat-row chat-answer">
        <KindGlyph kind="agent" silent />
        <p className="chat-greeting">{text ?? chat.greeting}</p>
      </div>
      <StarterPrompts prompts={prompts} onAsk={onAsk} />
    </div>
  )
}
