import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import { useFigures } from '../figures/use-figures.ts'
import type { ThreadStep } from '../run/thread.ts'

/** What one node did: its sign, a few words, and at the right what it took. */
export function StepRow({ step }: { step: ThreadStep }) {
  const { chat } = useTexts()
  const { duration } = useFigures()
  const { kind, label, state, durationMs, models } = step
  const words = {
    running: () => wordFor(kind, chat.running)(label),
    done: () => wordFor(kind, chat.done)(label),
    failed: () => chat.stepFailed(label),
  }
  const time = durationMs === undefined ? undefined : duration(durationMs)
  return (
    <div className="chat-row chat-step" data-state={state}>
      <KindGlyph kind={kind} open={state === 'running'} silent />
      <span className="chat-step-words">{words[state]()}</span>
      <span className="chat-figures">{[...models, time].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

type Words<Verbs> = Verbs & { other: (label: string) => string }

function wordFor(kind: Kind, verbs: Words<Partial<Record<Kind, (label: string) => string>>>) {
  return verbs[kind] ?? verbs.other
}
