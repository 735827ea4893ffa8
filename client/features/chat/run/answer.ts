import { labelOfId } from '#client/texts/node-texts.ts'
import type { Message } from '#shared/chat.ts'
import type { Feedback } from '#shared/feedback.ts'
import type { Kind } from '#shared/kinds.ts'
import { microToUsd } from '#shared/money.ts'
import { countTokens } from '#shared/run-values.ts'
import type { StepWait } from '#shared/runs.ts'
import type { Exchange } from './conversation.ts'
import { type ThreadStep, threadOf, threadOfStored } from './thread.ts'
import type { AnsweredWait, Ending, Turn } from './turn.ts'

type Figures = { durationMs: number; tokens: number; dollars: number }

export type Answer = {
  text: string
  steps: ThreadStep[]
  thinking: Turn['thinking']
  /** Source documents, in their order of arrival. */
  sources: readonly unknown[]
  /** Annotations of the files that an assistant has made. */
  files: readonly unknown[]
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
  /** Questions that the parked run waits for. */
  waits: readonly StepWait[]
  answered: readonly Pick<AnsweredWait, 'wait' | 'answer'>[]
  /** The run is going on; not while it waits for a person. */
  isOpen: boolean
  /** Of a stored answer: texts with which the run has asked a person before. */
  asked: readonly string[]
}

const DEMO_MODEL = 'flowtill-demo'

/** Undefined when the question has no answer. */
export function answerOf(
  { live, stored, asked = [] }: Exchange,
  kindOfNode: (nodeId: string) => Kind,
): Answer | undefined {
  if (live) {
    const retained = { messageId: stored?.id, feedback: stored?.feedback }
    const { turn, runId, sentDate } = live
    const { text, thinking, ending } = turn
    const date = new Date(Date.parse(sentDate) + turn.durationMs).toISOString()
    const figures = ending && runId ? figuresOf(turn) : undefined
    const { sources, files, steps, waits, answered, isParked } = turn
    const last = turn.until && steps.find(({ nodeId }) => nodeId === turn.until)
    const until = last ? labelOfId(last.nodeId, last.label) : turn.until
    const isDemo = turn.calls.some(({ model }) => model === DEMO_MODEL)
    const parked = { waits: isParked ? waits : [], answered, asked: [] }
    const isOpen = ending === undefined && !isParked
    const known = {
      isDemo,
      text,
      thinking,
      ending,
      sources,
      files,
      until,
      runId,
      figures,
      date,
      isOpen,
      ...parked,
    }
    return { ...known, ...retained, steps: threadOf(turn, kindOfNode) }
  }
  return stored && storedAnswer(stored, asked)
}

function storedAnswer(stored: Message, asked: readonly string[]): Answer {
  const { content, durationMs, tokens, cost, createdDate } = stored
  const { usedTools = [], sourceDocuments = [], fileAnnotations = [] } = stored
  const isMeasured = durationMs !== null && tokens !== null && cost !== null
  return {
    text: content,
    steps: threadOfStored(usedTools),
    ...{ waits: [], answered: [], isOpen: false, asked },
    sources: sourceDocuments,
    files: fileAnnotations,
    isDemo: false,
    until: undefined,
    runId: stored.runId ?? undefined,
    thinking: undefined,
    ending: { type: 'finished' },
    figures: isMeasured ? { durationMs, tokens, dollars: cost } : undefined,
    date: createdDate,
    messageId: stored.id,
    feedback: stored.feedback,
  }
}

function figuresOf({ durationMs, usage, costMicro }: Turn): Figures {
  return { durationMs, tokens: countTokens(usage), dollars: microToUsd(costMicro) }
}
