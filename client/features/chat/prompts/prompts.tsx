import './prompts.css'
import { ArrowUpRight } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  prompts: readonly string[]
  /** Undefined while questions cannot be sent. */
  onSend: ((question: string) => void) | undefined
}

export function StarterPrompts({ prompts, onSend }: Props) {
  const { chatUploads } = useTexts()
  return (
    <Prompts
      className="chat-starters"
      label={chatUploads.starters}
      prompts={prompts}
      onSend={onSend}
      isStarter
    />
  )
}

export function FollowUpPrompts({ prompts, onSend }: Props) {
  const { chatUploads } = useTexts()
  return (
    <Prompts className="chat-follow-ups" label={chatUploads.followUps} prompts={prompts} onSend={onSend} />
  )
}

type Look = Props & { className: string; label: string; isStarter?: boolean }

function Prompts({ className, label, prompts, onSend, isStarter }: Look) {
  if (prompts.length === 0) {
    return null
  }
  return (
    <ul className={className} aria-label={label}>
      {[...new Set(prompts)].map((prompt) => (
        <li key={prompt}>
          <button type="button" disabled={!onSend} onClick={() => onSend?.(prompt)}>
            <span>{prompt}</span>
            {isStarter && <ArrowUpRight size={15} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  )
}
