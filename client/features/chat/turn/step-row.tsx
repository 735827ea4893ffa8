import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { labelOfId } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import { useFigures } from '../figures/use-figures.ts'
import type { ThreadStep, ToolDetail } from '../run/thread.ts'

export function StepRow({ step }: { step: ThreadStep }) {
  const { chat, canvasRun } = useTexts()
  const { duration, count } = useFigures()
  const [isShown, setShown] = useState(false)
  const { kind, state, durationMs, models, found, isReused, tool } = step
  const label = labelOfId(step.nodeId, step.label)
  const words = {
    running: () => wordFor(kind, chat.running)(label),
    done: () => wordFor(kind, chat.done)(label),
    failed: () => chat.stepFailed(label),
  }
  const figures = [
    ...models,
    found !== undefined && chat.passages(found, count(found)),
    isReused ? canvasRun.reused : durationMs !== undefined && duration(durationMs),
  ]
  return (
    <div className="chat-row chat-step" data-state={state}>
      <KindGlyph kind={kind} open={state === 'running'} silent />
      <div>
        <span className="chat-step-line">
          {tool ? (
            <button
              type="button"
              className="chat-step-words"
              aria-expanded={isShown}
              onClick={() => setShown(!isShown)}
            >
              {words[state]()}
              <ChevronRight size={14} className="chat-step-arrow" aria-hidden />
            </button>
          ) : (
            <span className="chat-step-words">{words[state]()}</span>
          )}
          <span className="chat-figures">{figures.filter(Boolean).join(' · ')}</span>
        </span>
        {tool && isShown && <ToolBlock tool={tool} />}
      </div>
    </div>
  )
}

function ToolBlock({ tool: { args, text, isError } }: { tool: ToolDetail }) {
  const { chat } = useTexts()
  return (
    <dl className="chat-tool">
      <dt>{chat.toolInput}</dt>
      <dd>{readable(args)}</dd>
      {text !== undefined && (
        <>
          <dt>{isError ? chat.toolError : chat.toolOutput}</dt>
          <dd data-error={isError || undefined}>{readable(text)}</dd>
        </>
      )}
    </dl>
  )
}

function readable(value: unknown): string {
  if (typeof value !== 'string') {
    return JSON.stringify(value, null, 2) ?? ''
  }
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? JSON.stringify(parsed, null, 2) : value
  } catch {
    return value
  }
}

type Words<Verbs> = Verbs & { other: (label: string) => string }

function wordFor(kind: Kind, verbs: Words<Partial<Record<Kind, (label: string) => string>>>) {
  return verbs[kind] ?? verbs.other
}
