import { labelOfId } from '#client/texts/node-texts.ts'
import type { Feedback } from '#shared/feedback.ts'
import type { Kind } from '#shared/kinds.ts'
import { microToUsd } from '#shared/money.ts'
import { countTokens } from '#shared/run-values.ts'
import type { Exchange } from './conversation.ts'
import { type ThreadStep, threadOf, threadOfStored } from './thread.ts'
import type { Ending, Turn } from './turn.ts'

export type Figures = { durationMs: number; tokens: number; dollars: number }

export type Answer = {
  text: string
  steps: ThreadStep[]
  thinking: Turn['thinking']
  /** Source documents, in their order of arrival. */
  sources: readonly unknown[]
  /** Undefined until the server has accepted the question. */
  runId: string | undefined
  /** The node at which the run was stopped, when not at the end. */
  until: string | undefined
  isDemo: boolean
  /** Undefined while the answer is streaming. */
  ending: Ending | undefined
  figures: Figures | undefined
  date: string
  /** Id of the stored message; undefined until it is stored. */
  messageId: string | undefined
  feedback: Feedback | undefined
}

const DEMO_MODEL = 'flowtill-demo'

/** Undefined when the question has no answer. */
export function answerOf(
  { live, stored }: Exchange,
  kindOfNode: (nodeId: string) => Kind,
): Answer | undefined {
  const retained = { messageId: stored?.id, feedback: stored?.feedback }
  if (live) {
    const { turn, runId, askedDate } = live
    const { text, thinking, ending } = turn
    const date = new Date(Date.parse(askedDate) + turn.durationMs).toISOString()
    const figures = ending && runId ? figuresOf(turn) : undefined
    const { sources, steps } = turn
    const last = turn.until && steps.find(({ nodeId }) => nodeId === turn.until)
    const until = last ? labelOfId(last.nodeId, last.label) : turn.until
    const isDemo = turn.calls.some(({ model }) => model === DEMO_MODEL)
    const known = { isDemo, text, thinking, ending, sources, until, runId, figures, date }
    return { ...known, ...retained, steps: threadOf(turn, kindOfNode) }
  }
  if (!stored) {
    return undefined
  }
  const { content, durationMs, tokens, cost, createdDate, usedTools = [], sourceDocuments = [] } = stored
  const isMeasured = durationMs !== null && tokens !== null && cost !== null
  return {
    text: content,
    steps: threadOfStored(usedTools),
    sources: sourceDocuments,
    isDemo: false,
    until: undefined,
    runId: stored.runId ?? undefined,
    thinking: undefined,
    ending: { type: 'finished' },
    figures: isMeasured ? { durationMs, tokens, dollars: cost } : undefined,
    date: createdDate,
    ...retained,
  }
}

function figuresOf({ durationMs, usage, costMicro }: Turn): Figures {
  return { durationMs, tokens: countTokens(usage), dollars: microToUsd(costMicro) }
}
