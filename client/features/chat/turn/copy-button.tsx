import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

const SHOWN_MS = 2_000

/** Confirms the copy for two seconds. `text` is called only on click. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const { common } = useTexts()
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (isCopied) {
      const timer = setTimeout(setCopied, SHOWN_MS, false)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isCopied])

  const name = isCopied ? common.copied : label
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      className="chat-icon-button rigid unpadded text-secondary no-background borderless round-sm pressable items-centered inline-grid height-28"
      aria-label={name}
      title={name}
      onClick={() => navigator.clipboard?.writeText(text()).then(() => setCopied(true))}
    >
      <Icon size={15} aria-hidden />
    </button>
  )
}
