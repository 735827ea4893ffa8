/** Whether something goes on: it does as long as it is noted again and again, and for a moment after that. */
export function createMotion(restMs: number, onRest: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    isOn: () => timer !== undefined,
    note() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        onRest()
      }, restMs)
    },
    stop,
  }
}
