/** Text as it is, anything else as JSON. Scrolls, so it can be focused. */
export function ValueBox({ label, value, empty }: { label: string; value: unknown; empty?: string }) {
  const text = textOf(value)
  return (
    <div className="value-box">
      <h3 className="margin-0-0-4 text-12 semibold text-secondary">{label}</h3>
      {text === '' ? (
        empty && <p className="text-13 text-tertiary">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="pad-8-10 scrolls backdrop-level1 round-sm" aria-label={label} tabIndex={0}>
          <pre className="pre-wrap breaks-anywhere">{text}</pre>
        </section>
      )}
    </div>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
