import { LoaderCircle, Square, Volume2 } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useVisitorActions } from './visitor-context.ts'

export function SpeakButton({ messageId }: { messageId: string }) {
  const { chatVisitor: texts } = useTexts()
  const { speaker } = useVisitorActions()
  if (!speaker) {
    return null
  }
  const mine = speaker.now?.key === messageId ? speaker.now : undefined
  const label = !mine ? texts.listen : mine.isPlaying ? texts.stopListening : texts.preparing
  const Icon = !mine ? Volume2 : mine.isPlaying ? Square : LoaderCircle
  return (
    <button
      type="button"
      className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
      aria-label={label}
      title={label}
      onClick={() => (mine ? speaker.stop() : speaker.play(messageId))}
    >
      <Icon size={15} aria-hidden className={mine && !mine.isPlaying ? 'chat-preparing' : undefined} />
    </button>
  )
}
