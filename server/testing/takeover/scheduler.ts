import type { Random } from '../simulation/random.ts'

export type Process = { id: string; hasDied: boolean; frozenUntil: number }
type Task = { process: Process | undefined; run(): unknown; order: string | undefined }
type Timer = { at: number; process: Process | undefined; run(): void }

/**
 * Everything that takes time: the seed decides what happens next. Tasks of the same order keep it; those of a process that
 * has died never run, those of a frozen one wait.
 */
export function createScheduler(random: Random) {
  const tasks: Task[] = []
  const timers = new Set<Timer>()
  let time = 1_000_000

  /** Runs when chosen, and settles before anything else is. */
  function atTurn<Value>(
    process: Process | undefined,
    work: () => Value | Promise<Value>,
    order?: string,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      const run = async () => {
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      }
      tasks.push({ process, run, order })
    })
  }

  function after(process: Process | undefined, ms: number, run: () => void): () => void {
    const timer = { at: time + ms, process, run }
    timers.add(timer)
    return () => void timers.delete(timer)
  }

  const isAwake = (process: Process | undefined) =>
    !process || (!process.hasDied && process.frozenUntil <= time)

  function runnable(): Task[] {
    const ordered = new Set<string>()
    return tasks.filter(({ process, order }) => {
      const isFirst = order === undefined || !ordered.has(order)
      ordered.add(order ?? '')
      return isFirst && isAwake(process)
    })
  }

  /** False when nothing is left to do. */
  async function step(): Promise<boolean> {
    dropDead()
    const choices = runnable()
    // Time passes now and then although there is work.
    const task = choices.length > 0 && !random.isOneIn(12) ? choices[random.below(choices.length)] : undefined
    if (task) {
      tasks.splice(tasks.indexOf(task), 1)
      await task.run()
      return true
    }
    return pass()
  }

  /** Moves on to the next timer, or to the end of a freeze. */
  function pass(): boolean {
    const due = [...timers].filter(({ process }) => !process?.hasDied).toSorted((a, b) => a.at - b.at)[0]
    const thaw = Math.min(...tasks.map(({ process }) => process?.frozenUntil ?? 0).filter((at) => at > time))
    if (!due && !Number.isFinite(thaw)) {
      return tasks.length > 0
    }
    const isThaw = thaw < (due?.at ?? Number.POSITIVE_INFINITY)
    time = Math.max(time, isThaw ? thaw : (due?.at ?? time))
    if (!isThaw && due) {
      timers.delete(due)
      fire(due)
    }
    return true
  }

  function fire({ process, run }: Timer) {
    if (isAwake(process)) {
      run()
    } else if (process && !process.hasDied) {
      after(process, process.frozenUntil - time, run)
    }
  }

  function dropDead() {
    for (let place = tasks.length - 1; place >= 0; place -= 1) {
      if (tasks[place]?.process?.hasDied) {
        tasks.splice(place, 1)
      }
    }
  }

  return { atTurn, after, step, now: () => time }
}

export type Scheduler = ReturnType<typeof createScheduler>
