import { Button } from '@mui/joy'
import { RotateCcw } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import type { TurnActions } from './bot-turn.tsx'

export function Unanswered({ onAskAgain }: Pick<TurnActions, 'onAskAgain'>) {
  const { chat } = useTexts()
  return (
    <div className="chat-note">
      {chat.unanswered}
      {onAskAgain && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<RotateCcw size={14} />}
          onClick={onAskAgain}
        >
          {chat.askAgain}
        </Button>
      )}
    </div>
  )
}
