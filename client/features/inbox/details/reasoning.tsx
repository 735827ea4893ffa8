import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'

type Props = { steps: readonly Record<string, unknown>[] }

/** Instructions, replies and state of the agents of an answer, in their order. */
export function Reasoning({ steps }: Props) {
  const { inbox } = useTexts()
  return (
    <div className="stack gap-8">
      <h5 className="text-13 medium">{inbox.thread.reasoning}</h5>
      <ol className="unlisted unpadded stack gap-8">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent may be there twice, and their order never changes
          <li key={index} className="inbox-step stack gap-4 text-13 line-18 outlined round-md pad-8-12">
            <b className="row gap-8 medium">
              <KindGlyph kind="agent" silent />
              {textOf(step.agentName)}
            </b>
            {textOf(step.instructions) && (
              <p className="text-secondary pre-wrap breaks-anywhere">{textOf(step.instructions)}</p>
            )}
            {messagesOf(step).map((text) => (
              <p key={text} className="pre-wrap breaks-anywhere">
                {text}
              </p>
            ))}
            {step.state !== undefined && step.state !== null && (
              <pre className="inbox-json scrolls text-12 line-16 monospace backdrop-level1 round-sm pad-8-10">
                {JSON.stringify(step.state, null, 2)}
              </pre>
            )}
            {textOf(step.next) && (
              <p className="text-12 line-16 text-secondary">{inbox.thread.next(textOf(step.next))}</p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function messagesOf({ messages }: Record<string, unknown>): string[] {
  return Array.isArray(messages) ? [...new Set(messages.map(textOf).filter(Boolean))] : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
