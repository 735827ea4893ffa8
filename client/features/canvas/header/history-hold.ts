type Holder = (event: PopStateEvent) => void

let holder: Holder | undefined

// The router listens to the same event, and whoever listens first is told first: this module has to be loaded before the
// router starts, or a step back cannot be held any more (client/main.tsx).
addEventListener('popstate', (event) => holder?.(event))

/** While it is held, every step through the browser's history is shown to `next` before the router hears of it. */
export function holdHistory(next: Holder): () => void {
  holder = next
  return () => {
    if (holder === next) {
      holder = undefined
    }
  }
}
