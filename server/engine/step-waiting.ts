import type { StepWait, WaitAnswer } from '#shared/runs.ts'

/** An answered wait of a step that is run again. */
export type Answered = { wait: StepWait; answer: WaitAnswer }

/** Thrown where a step cannot go on without a person. Never an error of the flow. */
export class StepWaiting extends Error {
  readonly wait: Omit<StepWait, 'id'>

  constructor(wait: Omit<StepWait, 'id'>) {
    super(wait.text)
    this.wait = wait
  }
}

/** Waits and answers of the running step. Absent in chat flows, which never wait. */
export type Waiting = {
  answers: readonly Answered[]
  /** Set once a call of the step waits: every later call of the step throws it, so that no `catch` can hide it. */
  current: StepWaiting | undefined
}

export function throwIfWaiting(waiting: Waiting | undefined): void {
  if (waiting?.current) {
    throw waiting.current
  }
}

export function waitFor(waiting: Waiting, wait: Omit<StepWait, 'id'>): never {
  waiting.current ??= new StepWaiting(wait)
  throw waiting.current
}
