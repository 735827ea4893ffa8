import { Fragment } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { CopyButton } from '../run/copy-button.tsx'

type Props = { title: string; value: unknown; isRaw: boolean }

/** One value of a run: as people read it, or as it was. */
export function LastRunValue({ title, value, isRaw }: Props) {
  const { canvasRun } = useTexts()
  const raw = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div className="last-run-part">
      <h4>
        {title}
        <CopyButton text={raw} label={canvasRun.copy} />
      </h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled with the arrow keys */}
      <section className="last-run-value" data-raw={isRaw || undefined} tabIndex={0} aria-label={title}>
        {isRaw ? raw : <Rendered value={value} empty={canvasRun.empty} />}
      </section>
    </div>
  )
}

/** Deeper than this there is no room for tables within tables. */
const DEEPEST = 2

type RenderedProps = { value: unknown; empty: string; depth?: number }

function Rendered({ value, empty, depth = 0 }: RenderedProps) {
  if (value === '' || value === null || value === undefined) {
    return <i>{empty}</i>
  }
  if (typeof value !== 'object') {
    return String(value)
  }
  if (depth >= DEEPEST) {
    return <code>{JSON.stringify(value, null, 1)}</code>
  }
  const entries = Object.entries(value).filter(([, each]) => each !== '' && each !== null)
  if (entries.length === 0) {
    return <i>{empty}</i>
  }
  return (
    <dl>
      {entries.map(([name, each]) => (
        <Fragment key={name}>
          <dt>{Array.isArray(value) ? String(Number(name) + 1) : name}</dt>
          <dd>
            <Rendered value={each} empty={empty} depth={depth + 1} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
