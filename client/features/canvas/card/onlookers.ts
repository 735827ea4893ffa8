type Listener = () => void

/** Those who want to know of every change, at once or, where changes come with every frame, of several together. */
export function createOnlookers(pauseMs: number) {
  const listeners = new Set<Listener>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell() {
    clearTimeout(timer)
    timer = undefined
    for (const listener of listeners) {
      listener()
    }
  }

  return {
    tell,
    tellSoon() {
      timer ??= setTimeout(tell, pauseMs)
    },
    watch(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
