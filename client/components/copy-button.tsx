import { Button, IconButton } from '@mui/joy'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

const SHOWN_MS = 2_000

type Props = { label: string; text: string; small?: boolean }

export function CopyButton({ label, text, small = false }: Props) {
  const { common } = useTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), SHOWN_MS) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => navigator.clipboard?.writeText(text).then(() => setCopied(true))
  const icon = isCopied ? <Check size={14} /> : <Copy size={14} />
  return (
    <>
      {small ? (
        <IconButton size="sm" variant="plain" aria-label={label} title={label} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button size="sm" variant="outlined" color="neutral" startDecorator={icon} onClick={copy}>
          {isCopied ? common.copied : label}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {isCopied ? common.copied : ''}
      </span>
    </>
  )
}
