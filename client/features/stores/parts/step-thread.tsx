import { Fragment } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import type { DocumentStore } from '#shared/stores.ts'
import { doneSteps, type Next, nextOf, type Step, steps } from './next-step.ts'
import { ProgressBar } from './progress-bar.tsx'

export const stepKinds: Record<Step, Kind> = {
  sources: 'document',
  chunks: 'value',
  index: 'retriever',
  test: 'agent',
}

/** Four shapes on a thread, filled when the step has a result, and what comes next in words. */
export function StepThread({ store }: { store: DocumentStore }) {
  const done = doneSteps(store)
  const next = nextOf(store)
  const describe = useNextText()
  return (
    <p className="store-thread row gap-12 text-12 text-secondary">
      <span className="store-beads row gap-4" aria-hidden="true">
        {steps.map((step, place) => (
          <Fragment key={step}>
            {place > 0 && <i data-done={done.has(step) || undefined} />}
            <KindGlyph kind={stepKinds[step]} size={10} open={!done.has(step)} silent />
          </Fragment>
        ))}
      </span>
      <span className="truncate grows shrinks" title={describe(next)}>
        {describe(next)}
      </span>
      {'done' in next && next.total > 0 && <ProgressBar {...next} label={describe(next)} />}
    </p>
  )
}

function useNextText() {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  return (next: Next): string => {
    switch (next.is) {
      case 'reading':
      case 'upserting':
        return texts.next[next.is](next.done, next.total)
      case 'process':
      case 'failed':
      case 'changed':
      case 'embed':
        return texts.next[next.is](next.count)
      case 'tested':
        return texts.next.tested(
          formatDate(new Date(next.date), language, { day: 'numeric', month: 'short' }),
          next.found,
          next.total,
        )
      default:
        return texts.next[next.is]
    }
  }
}
