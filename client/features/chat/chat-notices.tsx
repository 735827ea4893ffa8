import { Button } from '@mui/joy'
import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  isOnline: boolean
  connection: 'fine' | 'again' | 'lost'
  onLookAgain: () => void
  historyFailed: boolean
  onLoadAgain: () => void
  disabledReason: string | undefined
}

export function ChatNotices(props: Props) {
  return (
    <div className="chat-notices" role="status">
      <Notice {...props} />
    </div>
  )
}

function Notice({ isOnline, connection, onLookAgain, historyFailed, onLoadAgain, disabledReason }: Props) {
  const { chat, common } = useTexts()
  if (!isOnline) {
    return (
      <Line>
        <WifiOff size={15} aria-hidden /> {chat.offline}
      </Line>
    )
  }
  if (connection === 'again') {
    return <Line>{chat.reconnecting}</Line>
  }
  if (connection === 'lost') {
    return <Line action={[chat.lookAgain, onLookAgain]}>{chat.lostSight}</Line>
  }
  if (disabledReason) {
    return <Line>{disabledReason}</Line>
  }
  return historyFailed ? <Line action={[common.tryAgain, onLoadAgain]}>{chat.historyFailed}</Line> : null
}

function Line({ children, action }: { children: ReactNode; action?: [name: string, act: () => void] }) {
  return (
    <p className="chat-notice row spread gap-8 text-13 line-18 line-above backdrop-warning text-warning-soft">
      <span>{children}</span>
      {action && (
        <Button size="sm" variant="plain" onClick={action[1]}>
          {action[0]}
        </Button>
      )}
    </p>
  )
}
