import { Button } from '@mui/joy'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { downloadText } from '#client/components/download.ts'
import { useTexts } from '#client/texts/texts.tsx'

/** The codes are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { codes: texts } = useTexts().secondFactor
  const [isCopied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  const copy = () => navigator.clipboard?.writeText(text).then(() => setCopied(true))

  return (
    <div className="recovery">
      <h3>{texts.shown}</h3>
      <p className="security-note text-13 line-18 text-secondary">{texts.shownText}</p>
      <ol className="grid monospace backdrop-level1 round-md unlisted two-columns" aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="factor-buttons flex wraps gap-8">
        <Button autoFocus onClick={onDone}>
          {texts.saved}
        </Button>
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={isCopied ? <Check size={14} /> : <Copy size={14} />}
          onClick={copy}
        >
          {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<Download size={14} />}
          onClick={() => downloadText(texts.fileName, text, 'text/plain')}
        >
          {texts.download}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {isCopied ? texts.copied : ''}
      </span>
    </div>
  )
}
