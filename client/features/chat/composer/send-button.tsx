import { Button } from '@mui/joy'
import { CornerDownLeft, Square } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'

export function SendButton({ canSend }: { canSend: boolean }) {
  const { chat } = useTexts()
  return (
    <Button
      type="submit"
      size="sm"
      disabled={!canSend}
      endDecorator={<CornerDownLeft size={15} aria-hidden />}
    >
      {chat.send}
    </Button>
  )
}

type Props = {
  /** Undefined until the server has accepted the question. */
  onStop: (() => void) | undefined
  isStopping: boolean
}

export function StopButton({ onStop, isStopping }: Props) {
  const { chat } = useTexts()
  return (
    <Button
      type="button"
      size="sm"
      variant="soft"
      color="danger"
      disabled={!onStop || isStopping}
      startDecorator={<Square size={12} fill="currentColor" aria-hidden />}
      onClick={onStop}
    >
      {isStopping ? chat.stopping : chat.stop}
    </Button>
  )
}
