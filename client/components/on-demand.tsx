import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { loadTexts, preferredLanguage, WholeTexts } from '#client/texts/texts.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A component of a file of its own, which comes when it is first shown: to stand inside a Suspense. */
export function lazily<Props>(load: Load<Props>) {
  return lazy(async () => ({ default: await load() }))
}

/**
 * What is opened over a screen and comes when it is, or before that with `fetch`: nothing is drawn until then. It brings
 * every sentence with it, also where the screen below has fetched only its own (client/texts/texts.tsx).
 */
export function whenOpened<Props extends object>(load: Load<Props>) {
  let Part: ComponentType<Props> | undefined
  async function fetch() {
    // Both at once; who waits for the sentences in vain is told by WholeTexts.
    const texts = loadTexts(preferredLanguage()).catch(() => undefined)
    Part = await load()
    await texts
  }
  const Frame = lazily(async () => {
    await fetch()
    return InWholeTexts
  })
  function WhenOpened(props: Props) {
    return (
      <Suspense fallback={null}>
        <Frame draw={() => Part && <Part {...props} />} />
      </Suspense>
    )
  }
  return Object.assign(WhenOpened, { fetch })
}

function InWholeTexts({ draw }: { draw: () => ReactNode }) {
  return <WholeTexts>{draw()}</WholeTexts>
}

const waiting: (() => Promise<unknown>)[] = []

/** The same for what will be wanted sooner or later: `fetchOnDemand` fetches it before it is opened. */
export function onDemand<Props extends object>(load: Load<Props>) {
  const part = whenOpened(load)
  waiting.push(part.fetch)
  return part
}

/** For what belongs to a screen and is seldom wanted there: nothing is brought along with it. */
export function lazilySoon<Props>(load: Load<Props>) {
  waiting.push(load)
  return lazily(load)
}

/** Fetches everything registered above, one part after another. A failed part is fetched again when it is opened. */
export async function fetchOnDemand() {
  for (const fetch of waiting.splice(0)) {
    await fetch().catch(() => undefined)
  }
}

const FETCH_AFTER_MS = 1_500
const fetchAhead = () => void fetchOnDemand()

/** Calls `fetchOnDemand` once the page is used: from then on the parts are there without the network. */
export function useFetchAhead() {
  useOnceUsed(FETCH_AFTER_MS, fetchAhead)
}

/**
 * Calls `fetch` some time after the first press of a key or a pointer. A page that is only looked at fetches nothing more
 * than it shows.
 */
export function useOnceUsed(afterMs: number, fetch: () => void) {
  useEffect(() => {
    const used = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      used.abort()
      timer = setTimeout(fetch, afterMs)
    }
    for (const type of ['pointerdown', 'keydown']) {
      addEventListener(type, begin, { signal: used.signal, capture: true })
    }
    return () => {
      used.abort()
      clearTimeout(timer)
    }
  }, [afterMs, fetch])
}
