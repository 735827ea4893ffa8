import './copy-line.css'
import { Button } from '@mui/joy'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

const CONFIRMED_MS = 2_000

export function CopyLine({ label, text }: { label: string; text: string }) {
  const { common } = useTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (isCopied) {
      const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isCopied])
  const copy = () => navigator.clipboard?.writeText(text).then(() => setCopied(true))

  return (
    <div className="copy-line row gap-8">
      <input
        className="grows shrinks text-primary outlined round-sm"
        readOnly
        value={text}
        aria-label={label}
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <Button
        variant="outlined"
        color="neutral"
        startDecorator={isCopied ? <Check size={14} /> : <Copy size={14} />}
        onClick={copy}
      >
        {isCopied ? common.copied : common.copy}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? common.copied : ''}
      </span>
    </div>
  )
}
