import './prompts.css'
import { ArrowUpRight } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  prompts: readonly string[]
  /** Undefined while questions cannot be sent. */
  onAsk: ((question: string) => void) | undefined
}

export function StarterPrompts({ prompts, onAsk }: Props) {
  const { chatUploads } = useTexts()
  return (
    <Prompts
      className="chat-starters"
      label={chatUploads.starters}
      prompts={prompts}
      onAsk={onAsk}
      isStarter
    />
  )
}

export function FollowUpPrompts({ prompts, onAsk }: Props) {
  const { chatUploads } = useTexts()
  return <Prompts className="chat-follow-ups" label={chatUploads.followUps} prompts={prompts} onAsk={onAsk} />
}

type Look = Props & { className: string; label: string; isStarter?: boolean }

function Prompts({ className, label, prompts, onAsk, isStarter }: Look) {
  if (prompts.length === 0) {
    return null
  }
  return (
    <ul className={className} aria-label={label}>
      {[...new Set(prompts)].map((prompt) => (
        <li key={prompt}>
          <button type="button" disabled={!onAsk} onClick={() => onAsk?.(prompt)}>
            <span>{prompt}</span>
            {isStarter && <ArrowUpRight size={15} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
