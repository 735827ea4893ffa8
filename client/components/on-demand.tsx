import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { AllTexts, loadTexts, preferredLanguage, useTexts } from '#client/texts/texts.tsx'
import { useToasts } from './toasts.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A lazily loaded component; must be rendered inside a Suspense. */
export function lazily<Props>(load: Load<Props>) {
  return lazy(async () => ({ default: await load() }))
}

/**
 * A lazily loaded overlay: renders nothing until opened and can be prefetched with `fetch`. Loads the full texts
 * as well, because the screen below may have loaded only its own part. An overlay that fails to load shows an
 * error, calls its `onClose`, and is loaded again when it is next opened.
 */
export function whenOpened<Props extends object>(load: Load<Props>) {
  let Part: ComponentType<Props> | undefined
  async function fetch() {
    // In parallel. `WholeTexts` reports texts that fail to load.
    const texts = loadTexts(preferredLanguage()).catch(() => undefined)
    Part = await load()
    await texts
  }
  // React remembers a rejected `lazy` forever, so a failure replaces it.
  let Frame = newFrame()
  function newFrame() {
    return lazily(async () => {
      await fetch()
      return InAllTexts
    })
  }
  function WhenOpened(props: Props) {
    const [Opened] = useState(() => Frame)
    function onError() {
      Frame = newFrame()
      if ('onClose' in props && typeof props.onClose === 'function') {
        props.onClose()
      }
    }
    return (
      <OverlayBoundary onError={onError}>
        <Suspense fallback={null}>
          <Opened draw={() => Part && <Part {...props} />} />
        </Suspense>
      </OverlayBoundary>
    )
  }
  return Object.assign(WhenOpened, { fetch })
}

type BoundaryProps = { onError: () => void; children: ReactNode }

/** Reports an overlay that fails, and keeps the screen below it. */
function OverlayBoundary({ onError, children }: BoundaryProps) {
  const { common } = useTexts()
  const toasts = useToasts()
  return (
    <Boundary
      onError={() => {
        toasts.error(common.couldNotLoad)
        onError()
      }}
    >
      {children}
    </Boundary>
  )
}

class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error) {
    logWarning('An overlay has failed.', error)
    this.props.onError()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
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
