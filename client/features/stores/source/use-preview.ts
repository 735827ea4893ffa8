import { useCallback, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { Preview } from '#shared/stores.ts'
import type { LoaderDraft } from './loader-draft.ts'

const PAUSE_MS = 600

export type PreviewState = {
  /** The last preview that succeeded. */
  data: Preview | undefined
  error: unknown
  isRunning: boolean
  /** The settings have changed since. */
  isOutdated: boolean
}

/** Previews settings some time after their last change. An older answer never replaces a newer one. */
export function usePreview(input: LoaderDraft, isReady: boolean) {
  const { mutateAsync } = trpc.stores.sources.preview.useMutation()
  const [state, setState] = useState<Omit<PreviewState, 'isOutdated'> & { of: LoaderDraft | undefined }>({
    ...{ data: undefined, error: undefined, isRunning: false, of: undefined },
  })
  const latest = useRef(input)
  latest.current = input
  const number = useRef(0)

  const run = useCallback(async () => {
    const of = latest.current
    number.current += 1
    const own = number.current
    const isLatest = () => number.current === own
    setState((before) => ({ ...before, isRunning: true }))
    try {
      const data = await mutateAsync(of)
      if (isLatest()) {
        setState({ data: data as Preview, error: undefined, isRunning: false, of })
      }
    } catch (error) {
      if (isLatest()) {
        setState((before) => ({ ...before, error, isRunning: false, of }))
      }
    }
  }, [mutateAsync])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the settings begins the pause again
  useEffect(() => {
    if (!isReady) {
      return undefined
    }
    const timer = setTimeout(() => void run(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [input, isReady, run])

  return { ...state, isOutdated: state.of !== input, run }
}
