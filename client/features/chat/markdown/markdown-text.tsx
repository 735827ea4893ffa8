import './markdown.css'
import { memo, Suspense, useDeferredValue } from 'react'
import { lazily } from '#client/components/on-demand.tsx'

const Markdown = lazily(async () => (await import('./markdown.tsx')).Markdown)

/** Renders Markdown once its code is loaded; until then plain text with line breaks. */
export const MarkdownText = memo(function MarkdownText({
  text,
  isOpen = false,
}: {
  text: string
  isOpen?: boolean
}) {
  // A long answer is re-parsed with every token; deferring keeps typing responsive.
  const shown = useDeferredValue(text)
  return (
    <div className="md" data-open={isOpen || undefined}>
      <Suspense fallback={<p className="md-plain pre-wrap">{shown}</p>}>
        <Markdown text={shown} />
      </Suspense>
    </div>
  )
})
