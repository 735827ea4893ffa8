import { Button } from '@mui/joy'
import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { lazilySoon } from '#client/components/on-demand.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { View } from '../board/board.ts'
import { useFigures } from '../store/use-figures.ts'
import { useTypicalCost } from './use-typical-cost.ts'

const DescribeFlow = lazilySoon(async () => (await import('./describe-flow.tsx')).DescribeFlow)

/** Imitates *Describe it* until it is used: the real form loads schemas a blank canvas does not need. */
export function DescribeFirst({ view }: { view: View }) {
  const [isUsed, setUsed] = useState(isDescribing)
  const preview = <Preview onUse={() => setUsed(true)} />
  return isUsed ? (
    <Suspense fallback={preview}>
      <DescribeFlow view={view} />
    </Suspense>
  ) : (
    preview
  )
}

/** The flow list opens the canvas with `start=describe`. */
const isDescribing = () => new URLSearchParams(location.search).get('start') === 'describe'

function Preview({ onUse }: { onUse: () => void }) {
  const { canvasStart: texts } = useTexts()
  const id = useId()
  const current = useDefaultModel()
  const { cost } = useFigures()
  const micro = useTypicalCost()
  const name = current?.model ?? ''
  return (
    <div className="start-describe stack gap-8 items-flex-start">
      <h3>
        <label htmlFor={id}>{texts.describe}</label>
      </h3>
      <textarea
        className="full-width outlined-strong round-6 surface inherits-color"
        id={id}
        rows={4}
        placeholder={texts.describeHint}
        onFocus={onUse}
      />
      <div className="start-draw flex wraps spread gap-8 full-width">
        <button
          type="button"
          className="start-model plain-button inline-row border-box gap-8 shrinks"
          aria-haspopup="dialog"
          aria-label={texts.model(name)}
          onClick={onUse}
        >
          <KindGlyph kind="model" size={11} silent />
          <span className="truncate">{name || texts.chooseModel}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </button>
        <Button variant="outlined" color="neutral" onClick={onUse}>
          {texts.draw(micro === undefined ? undefined : cost(micro))}
        </Button>
      </div>
    </div>
  )
}
