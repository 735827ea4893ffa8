import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { labelOfId } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { isRecord, parseJson } from '#shared/json.ts'
import type { Kind } from '#shared/kinds.ts'
import { useFigures } from '../figures/use-figures.ts'
import type { ThreadStep, ToolDetail } from '../run/thread.ts'

export function StepRow({ step }: { step: ThreadStep }) {
  const { chat, canvasRun } = useTexts()
  const { duration, count } = useFigures()
  const [isShown, setShown] = useState(false)
  const { kind, state, durationMs, models, found, isReused, tool } = step
  const name = labelOfId(step.nodeId, step.label)
  const label = step.visit === undefined ? name : chat.round(name, count(step.visit))
  const words = {
    running: () => wordFor(kind, chat.running)(label),
    done: () => wordFor(kind, chat.done)(label),
    failed: () => chat.stepFailed(label),
    waiting: () => chat.waits.step(label),
  }
  const figures = [
    step.items && canvasRun.moment(count(step.items.done), count(step.items.total)),
    ...models,
    found !== undefined && chat.passages(found, count(found)),
    isReused ? canvasRun.reused : durationMs !== undefined && duration(durationMs),
  ]
  return (
    <div
      className="chat-row chat-step text-secondary flex shrinks relative items-flex-start"
      data-state={state}
      data-inner={step.isInner || undefined}
    >
      <KindGlyph kind={kind} open={state === 'running'} silent />
      <div>
        <span className="chat-step-line flex spread gap-12 items-flex-start">
          {tool ? (
            <button
              type="button"
              className="chat-step-words inline-row gap-6 unpadded inherits-font no-background borderless round-xs pressable inherits-color text-left"
              aria-expanded={isShown}
              onClick={() => setShown(!isShown)}
            >
              {words[state]()}
              <ChevronRight size={14} className="chat-step-arrow rigid" aria-hidden />
            </button>
          ) : (
            <span className="chat-step-words">{words[state]()}</span>
          )}
          <span className="chat-figures text-12 monospace rigid text-tertiary tabular text-right">
            {figures.filter(Boolean).join(' · ')}
          </span>
        </span>
        {tool && isShown && <ToolBlock tool={tool} />}
      </div>
    </div>
  )
}

function ToolBlock({ tool: { args, text, isError } }: { tool: ToolDetail }) {
  const { chat } = useTexts()
  return (
    <dl className="chat-tool text-13 line-18 backdrop-level1 round-sm margin-6-0-0 pad-8-10">
      <dt className="text-secondary">{chat.toolInput}</dt>
      <dd className="scrolls text-12 monospace pre-wrap breaks-anywhere">{readable(args)}</dd>
      {text !== undefined && (
        <>
          <dt className="text-secondary">{isError ? chat.toolError : chat.toolOutput}</dt>
          <dd
            className="scrolls text-12 monospace pre-wrap breaks-anywhere"
            data-error={isError || undefined}
          >
            {readable(text)}
          </dd>
        </>
      )}
    </dl>
  )
}

function readable(value: unknown): string {
  if (typeof value !== 'string') {
    return JSON.stringify(value, null, 2) ?? ''
  }
  const parsed = parseJson(value)
  return isRecord(parsed) || Array.isArray(parsed) ? JSON.stringify(parsed, null, 2) : value
}

type Words<Verbs> = Verbs & { other: (label: string) => string }

function wordFor(kind: Kind, verbs: Words<Partial<Record<Kind, (label: string) => string>>>) {
  return verbs[kind] ?? verbs.other
}
