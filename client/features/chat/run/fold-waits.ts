import type { EventOf, StepWait, WaitAnswer } from '#shared/runs.ts'
import type { Step, Turn } from './turn.ts'

export function waitFor(turn: Turn, { key, wait }: EventOf<'node_waiting'>): Turn {
  const others = turn.waits.filter(({ id }) => id !== wait.id)
  return { ...withState(turn, key, 'waiting'), waits: [...others, wait] }
}

/** The question is shown with its buttons, so its streamed text is not part of the answer. */
export function park(turn: Turn, { waits }: EventOf<'run_waiting'>): Turn {
  return { ...turn, text: '', answeringNodeId: undefined, waits: [...waits], isParked: true }
}

export function reportAnswer(turn: Turn, { waitId, answer, by }: EventOf<'wait_answered'>): Turn {
  const wait = turn.waits.find(({ id }) => id === waitId)
  if (!wait) {
    const answered = turn.answered.map((each) => (each.wait.id === waitId ? { ...each, answer, by } : each))
    return { ...turn, answered }
  }
  return answerWait(turn, wait, answer, by)
}

/** The server has accepted the answer; its event may follow later. */
export function acceptAnswer(turn: Turn, waitId: string, answer: WaitAnswer): Turn {
  const wait = turn.waits.find(({ id }) => id === waitId)
  return wait ? answerWait(turn, wait, answer, undefined) : turn
}

function answerWait(
  turn: Turn,
  wait: StepWait,
  answer: WaitAnswer,
  by: EventOf<'wait_answered'>['by'] | undefined,
): Turn {
  return {
    ...withState(turn, stepOfWait(wait), 'running'),
    waits: turn.waits.filter(({ id }) => id !== wait.id),
    answered: [...turn.answered, { wait, answer, by }],
    isParked: false,
  }
}

export function goOn(turn: Turn): Turn {
  return { ...turn, isParked: false }
}

function withState(turn: Turn, key: string, state: Step['state']): Turn {
  return { ...turn, steps: turn.steps.map((step) => (step.key === key ? { ...step, state } : step)) }
}

/** The id of a wait begins with the key of its step. */
function stepOfWait({ id }: StepWait) {
  return id.replace(/:wait:\d+$/, '')
}
