import { type ReactNode, useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { CopyButton } from '../turn/copy-button.tsx'

export function CodeBlock({ children }: { children: ReactNode }) {
  const { chat } = useTexts()
  const code = useRef<HTMLPreElement>(null)
  return (
    <div className="md-code relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the arrow keys */}
      <section aria-label={chat.codeBlock} tabIndex={0}>
        <pre ref={code}>{children}</pre>
      </section>
      <CopyButton label={chat.copyCode} text={() => code.current?.textContent ?? ''} />
    </div>
  )
}
