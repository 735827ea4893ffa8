import './qr-code.css'
import { useMemo } from 'react'
import { renderSVG } from 'uqr'

/** A text as an SVG document. */
export function drawQrCode(text: string): string {
  return renderSVG(text, { border: 2 })
}

export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const source = useMemo(() => `data:image/svg+xml,${encodeURIComponent(drawQrCode(text))}`, [text])
  return <img className="qr-code outlined round-md" src={source} alt={label} width={size} height={size} />
}
