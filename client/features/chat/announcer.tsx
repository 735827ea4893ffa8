import { useTexts } from '#client/texts/texts.tsx'
import type { LiveTurn } from './run/live-turns.ts'
import { useFailureText } from './turn/use-failure-text.ts'

export function Announcer({ turns }: { turns: readonly LiveTurn[] }) {
  const { chat } = useTexts()
  const last = turns.at(-1)
  return (
    <p className="chat-hidden absolute clips one-line width-1 height-1" role="status">
      {last?.turn.isParked &&
        last.turn.waits.map(({ id, text }) => <span key={id}>{chat.waits.said(text)}</span>)}
      {last?.turn.ending && <Announcement key={last.key} live={last} />}
    </p>
  )
}

function Announcement({ live: { turn } }: { live: LiveTurn }) {
  const { chat } = useTexts()
  const failure = turn.ending?.type === 'failed' ? turn.ending : undefined
  const { title } = useFailureText(failure ?? noFailure)
  if (failure) {
    return chat.answerFailed(title)
  }
  return turn.ending?.type === 'stopped' ? chat.answerStopped : chat.answerReady(turn.text)
}

const noFailure = { type: 'failed', code: '', message: '', nodeId: undefined, label: undefined } as const
