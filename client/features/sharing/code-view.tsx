import { type HighlightLanguage, highlight } from './highlight.ts'

type Props = { label: string; language: HighlightLanguage; code: string }

/** Code with numbered lines and colored words. */
export function CodeView({ label, language, code }: Props) {
  const lines = highlight(language, code)
  return (
    <section
      className="share-snippet scrolls text-primary backdrop-level1 outlined round-md flush"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls by keyboard
      tabIndex={0}
    >
      <pre className="flush inherits-font">
        <code className="flush inherits-font">
          {lines.map((line, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <span key={number} className="share-line">
              {line.map(({ text, kind }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
                <span key={place} data-kind={kind}>
                  {text}
                </span>
              ))}
              {number < lines.length - 1 && '\n'}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}
