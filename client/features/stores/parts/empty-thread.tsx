import { Fragment } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { steps } from './next-step.ts'
import { stepKinds } from './step-thread.tsx'

/** The four steps of a store, none of them done. */
export function EmptyThread() {
  const { stores: texts } = useTexts()
  return (
    <div className="store-empty-thread row wraps gap-8 text-13 text-secondary" aria-hidden="true">
      {steps.map((step, place) => (
        <Fragment key={step}>
          {place > 0 && <i />}
          <span className="inline-row gap-8">
            <KindGlyph kind={stepKinds[step]} size={12} open silent />
            {texts.steps[step]}
          </span>
        </Fragment>
      ))}
    </div>
  )
}
