type Holder = (event: PopStateEvent) => void

let holder: Holder | undefined

// The router listens to the same event, and listeners run in order of registration: client/main.tsx must load this
// module before the router, or navigation cannot be blocked.
addEventListener('popstate', (event) => holder?.(event))

/** While held, every history navigation is passed to `next` before the router handles it. */
export function holdHistory(next: Holder): () => void {
  holder = next
  return () => {
    if (holder === next) {
      holder = undefined
    }
  }
}
