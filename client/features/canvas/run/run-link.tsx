import { Check, Copy, Link, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas } from '../store/use-canvas.ts'

/** The address of a run: whoever may see the flow's runs sees it shown on the canvas. */
export function RunLink({ runId }: { runId: string }) {
  const { canvasRun } = useTexts()
  const flow = useCanvas(({ saved }) => saved)
  if (!flow || runId === '') {
    return null
  }
  const canvas = flow.type === 'AGENTFLOW' || flow.type === 'MULTIAGENT' ? 'agentcanvas' : 'canvas'
  const address = `${location.origin}/${canvas}/${flow.id}?run=${encodeURIComponent(runId)}`
  return <CopyButton text={address} label={canvasRun.copyLink} icon={Link} className="header-icon run-link" />
}

type Props = { text: string; label: string; icon?: LucideIcon; className?: string }

const COPIED_MS = 2_000

/** Takes a text to the clipboard, and says so for a moment. */
export function CopyButton({ text, label, icon: Icon = Copy, className = '' }: Props) {
  const { canvasRun } = useTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), COPIED_MS) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  const name = isCopied ? canvasRun.copied : label
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={name}
      title={name}
      onClick={() =>
        navigator.clipboard?.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      {isCopied ? <Check size={14} /> : <Icon size={14} />}
    </button>
  )
}
