import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { AllTexts, loadTexts, preferredLanguage } from '#client/texts/texts.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A lazily loaded component; must be rendered inside a Suspense. */
export function lazily<Props>(load: Load<Props>) {
  return lazy(async () => ({ default: await load() }))
}

/**
 * A lazily loaded overlay: renders nothing until opened and can be prefetched with `fetch`. Loads the full texts
 * as well, because the screen below may have loaded only its own part.
 */
export function whenOpened<Props extends object>(load: Load<Props>) {
  let Part: ComponentType<Props> | undefined
  async function fetch() {
    // In parallel. `WholeTexts` reports texts that fail to load.
    const texts = loadTexts(preferredLanguage()).catch(() => undefined)
    Part = await load()
    await texts
  }
  const Frame = lazily(async () => {
    await fetch()
    return InAllTexts
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

function InAllTexts({ draw }: { draw: () => ReactNode }) {
  return <AllTexts>{draw()}</AllTexts>
}

const waiting: (() => Promise<unknown>)[] = []

/** As `whenOpened`, but for likely overlays: `fetchOnDemand` prefetches it. */
export function onDemand<Props extends object>(load: Load<Props>) {
  const part = whenOpened(load)
  waiting.push(part.fetch)
  return part
}

/** For rarely used parts of a screen: loaded separately and prefetched by `fetchOnDemand`. */
export function lazilySoon<Props>(load: Load<Props>) {
  waiting.push(load)
  return lazily(load)
}

/** Loads every registered part, one after another. A part that failed is loaded again when it is opened. */
async function fetchOnDemand() {
  for (const fetch of waiting.splice(0)) {
    await fetch().catch(() => undefined)
  }
}

const FETCH_AFTER_MS = 1_500
const fetchAhead = () => void fetchOnDemand()

/** Calls `fetchOnDemand` after the first interaction, so that later screens open without the network. */
export function useFetchAhead() {
  useOnceUsed(FETCH_AFTER_MS, fetchAhead)
}

/**
 * Calls `fetch` some time after the first key or pointer press, so that a page without interaction loads nothing
 * more.
 */
export function useOnceUsed(afterMs: number, fetch: () => void) {
  useEffect(() => {
    const used = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      used.abort()
      timer = setTimeout(fetch, afterMs)
    }
    for (const type of ['pointerdown', 'keydown']) {
      addEventListener(type, start, { signal: used.signal, capture: true })
    }
    return () => {
      used.abort()
      clearTimeout(timer)
    }
  }, [afterMs, fetch])
}
