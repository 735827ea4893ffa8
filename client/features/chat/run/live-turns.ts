import type { AppError } from '#shared/errors.ts'
import { flowIssueSchema } from '#shared/flows.ts'
import type { WaitAnswer, WatchedEvent } from '#shared/runs.ts'
import type { Upload } from '#shared/uploads.ts'
import { acceptAnswer } from './fold-waits.ts'
import { foldEvent } from './run-turn.ts'
import { type Ending, startTurn, type Turn } from './turn.ts'

/** A turn of this visit: asked here, or found still running. */
export type LiveTurn = {
  key: string
  /** Undefined until the server has accepted the question. */
  runId: string | undefined
  sentDate: string
  uploads: readonly Upload[]
  /** Sequence number of the last event applied to `turn`. */
  sequence: number
  turn: Turn
}

type Uploads = readonly Upload[] | undefined

export type TurnsAction =
  | { type: 'asked'; key: string; question: string; sentDate: string; uploads?: Uploads }
  | { type: 'taken'; key: string; runId: string }
  | { type: 'refused'; key: string; error: AppError }
  | { type: 'found'; runId: string; sentDate: string }
  | { type: 'told'; runId: string; watched: WatchedEvent }
  | { type: 'answered'; runId: string; waitId: string; answer: WaitAnswer }
  | { type: 'retelling'; runId: string }
  | { type: 'forgotten'; runId: string }
  | { type: 'left' }

export function reduceTurns(turns: LiveTurn[], action: TurnsAction): LiveTurn[] {
  switch (action.type) {
    case 'asked':
      return [...turns, newTurn(action)]
    case 'found':
      return [...turns, newTurn({ ...action, key: action.runId, question: '' })]
    case 'taken':
      return change(turns, 'key', action.key, (live) => ({ ...live, runId: action.runId }))
    case 'refused':
      return change(turns, 'key', action.key, (live) => ({
        ...live,
        turn: { ...live.turn, ending: rejection(action.error) },
      }))
    case 'told':
      return change(turns, 'runId', action.runId, (live) => applyEvent(live, action.watched))
    case 'answered':
      return change(turns, 'runId', action.runId, (live) => ({
        ...live,
        turn: acceptAnswer(live.turn, action.waitId, action.answer),
      }))
    case 'retelling':
      return change(turns, 'runId', action.runId, (live) => ({ ...live, sequence: 0 }))
    case 'forgotten':
      return turns.filter(({ runId }) => runId !== action.runId)
    case 'left':
      return []
  }
}

/** Finds the turn in progress: a chat answers one question at a time. A run that waits for a person is at rest. */
export function findOpen(turns: LiveTurn[]) {
  return turns.findLast(({ turn }) => !turn.ending && !turn.isParked)
}

type New = Pick<LiveTurn, 'key' | 'sentDate'> & {
  question: string
  runId?: string
  uploads?: Uploads
}

function newTurn({ key, runId, sentDate, question, uploads = [] }: New): LiveTurn {
  return { key, runId, sentDate, uploads, sequence: 0, turn: startTurn(question) }
}

function change(
  turns: LiveTurn[],
  by: 'key' | 'runId',
  id: string,
  next: (live: LiveTurn) => LiveTurn,
): LiveTurn[] {
  return turns.map((live) => (live[by] === id ? next(live) : live))
}

/** A reconnecting client may receive events again; known ones are ignored. */
function applyEvent(live: LiveTurn, { sequence, event }: WatchedEvent): LiveTurn {
  return sequence > live.sequence ? { ...live, sequence, turn: foldEvent(live.turn, event) } : live
}

function rejection({ code, message, details }: AppError): Ending {
  const issues = flowIssueSchema.array().safeParse(details?.issues)
  const [issue] = issues.success ? issues.data : []
  return { type: 'failed', code, message, nodeId: issue?.id, label: issue?.label }
}
