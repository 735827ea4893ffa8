import type { JobProgress } from '#shared/jobs.ts'

/** Between two writes of the progress. */
const PROGRESS_MS = 500

type Deps = {
  write(progress: JobProgress): Promise<unknown>
  onError(error: unknown): void
}

/** Stores the latest progress of a job now and then. A write that fails is reported, and the job goes on. */
export function createProgressReporter({ write, onError }: Deps) {
  let latest: JobProgress | undefined
  let writing: Promise<void> | undefined
  let writtenAt = Number.NEGATIVE_INFINITY

  async function writeLatest() {
    while (latest) {
      const progress = latest
      latest = undefined
      writtenAt = performance.now()
      await write(progress).catch(onError)
    }
  }

  return {
    report(progress: JobProgress) {
      latest = progress
      if (performance.now() - writtenAt >= PROGRESS_MS) {
        writing ??= writeLatest().finally(() => {
          writing = undefined
        })
      }
    },
    settled: () => writing ?? Promise.resolve(),
  }
}
