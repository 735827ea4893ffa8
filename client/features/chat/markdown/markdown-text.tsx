import './markdown.css'
import { memo, Suspense, useDeferredValue } from 'react'
import { lazily } from '#client/components/on-demand.tsx'

const Markdown = lazily(async () => (await import('./markdown.tsx')).Markdown)

/** Formatted once the code for it is here; until then the same words with their line breaks. */
export const MarkdownText = memo(function MarkdownText({
  text,
  isOpen = false,
}: {
  text: string
  isOpen?: boolean
}) {
  // A long answer is formatted anew with every word: typing must not wait for that.
  const shown = useDeferredValue(text)
  return (
    <div className="md" data-open={isOpen || undefined}>
      <Suspense fallback={<p className="md-plain">{shown}</p>}>
        <Markdown text={shown} />
      </Suspense>
    </div>
  )
})
