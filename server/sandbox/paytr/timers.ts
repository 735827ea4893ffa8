/** Timers that end with the server, so that no pause delays shutdown. */
export function createTimers() {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  const stopping = new AbortController()

  return {
    signal: stopping.signal,

    /** Resolves after this time; false when the server ended first. */
    pause(milliseconds: number): Promise<boolean> {
      if (stopping.signal.aborted) {
        return Promise.resolve(false)
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(true), milliseconds).unref()
        const end = (isOver: boolean) => {
          clearTimeout(timer)
          waiting.delete(timer)
          resolve(isOver)
        }
        waiting.set(timer, () => end(false))
      })
    },

    stop() {
      stopping.abort()
      for (const end of waiting.values()) {
        end()
      }
    },
  }
}
export type Timers = ReturnType<typeof createTimers>
