import type { ReactNode } from 'react'
import { useCallback } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useNodeSummaries } from '#client/components/use-node-summaries.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { followUpsOf } from './prompts/follow-ups.ts'
import { FollowUpPrompts, StarterPrompts } from './prompts/prompts.tsx'
import type { Exchange } from './run/conversation.ts'
import type { TurnActions } from './turn/bot-turn.tsx'
import { ExchangeView } from './turn/exchange-view.tsx'

type Props = Pick<TurnActions, 'onShowNode' | 'onShowRun' | 'onAnswer'> & {
  exchanges: readonly Exchange[]
  isLoading: boolean
  isRunning: boolean
  starterPrompts: readonly string[]
  form: ReactNode
  greeting: string | undefined
  /** Undefined while questions cannot be sent. */
  onSend: ((question: string) => void) | undefined
  onResend: ((exchange: Exchange) => void) | undefined
}

export function Conversation(props: Props) {
  const { exchanges, isLoading, isRunning, starterPrompts, form, greeting, onSend, ...actions } = props
  const kindOfNode = useNodeKinds()
  const { onResend, onShowNode, onShowRun, onAnswer } = actions
  const last = exchanges.at(-1)
  if (!last) {
    return isLoading ? null : (form ?? <Greeting text={greeting} prompts={starterPrompts} onSend={onSend} />)
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
          onAnswer={onAnswer}
          onRepeat={exchange === last ? onResend : undefined}
        />
      ))}
      {!isRunning && <FollowUpPrompts prompts={followUpsOf(last)} onSend={onSend} />}
    </>
  )
}

type GreetingProps = {
  text: string | undefined
  prompts: readonly string[]
  onSend: ((question: string) => void) | undefined
}

function Greeting({ text, prompts, onSend }: GreetingProps) {
  const { chat } = useTexts()
  return (
    <div className="chat-thread stack gap-8 relative">
      <div className="chat-row chat-answer flex shrinks relative">
        <KindGlyph kind="agent" silent />
        <p className="chat-greeting text-primary">{text ?? chat.greeting}</p>
      </div>
      <StarterPrompts prompts={prompts} onSend={onSend} />
    </div>
  )
}

/** Returns the kind of a run's node, whose id begins with the name of its template. */
function useNodeKinds(): (nodeId: string) => Kind {
  const { data: summaries } = useNodeSummaries()
  return useCallback(
    (nodeId) => {
      const name = nodeId.replace(/_\d+$/, '')
      const summary = summaries?.find((each) => each.name === name)
      return summary ? kindOf(summary.baseClasses) : 'any'
    },
    [summaries],
  )
}
