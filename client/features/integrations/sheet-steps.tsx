import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

export type Step = 'account' | 'flow' | 'trial'

type StepProps = { step: Step; children: ReactNode; footer: ReactNode; note?: string; after?: ReactNode }

/** The step that is being done. */
export function OpenStep({ step, note, footer, after, children }: StepProps) {
  const { sheet } = useTexts().integrations
  return (
    <>
      <div className="connect-body scrolls">
        <section className="connect-step" data-state="open">
          <h3 className="connect-step-title semibold flush">{sheet.steps[step]}</h3>
          <div className="grid gap-16">{children}</div>
        </section>
        {after}
      </div>
      <footer className="connect-foot row gap-8 line-above">
        <span className="text-13 text-tertiary grows shrinks">{note}</span>
        {footer}
      </footer>
    </>
  )
}

export function Folded({
  step,
  text,
  onChange,
}: {
  step: Step
  text: string | undefined
  onChange?: () => void
}) {
  const { sheet } = useTexts().integrations
  return (
    <div className="connect-step row gap-8" data-state="done">
      <span className="connect-check centered circle" aria-hidden="true">
        <Check size={11} strokeWidth={3} />
      </span>
      <strong>{sheet.steps[step]}</strong>
      <span className="text-13 text-secondary grows truncate">{text}</span>
      {onChange && (
        <button
          type="button"
          className="plain-button text-link"
          aria-label={`${sheet.change}: ${sheet.steps[step]}`}
          onClick={onChange}
        >
          {sheet.change}
        </button>
      )}
    </div>
  )
}

export function Later({ steps: later }: { steps: readonly ('flow' | 'trial')[] }) {
  const { sheet } = useTexts().integrations
  return later.map((step) => (
    <div className="connect-step row gap-8 text-tertiary" data-state="later" key={step}>
      <span className="medium">{sheet.steps[step]}</span>
      <span className="text-13">{sheet.hints[step]}</span>
    </div>
  ))
}
