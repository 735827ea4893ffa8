import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useSync } from '../draft/sync-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

type State = 'idle' | 'writing' | 'stopped' | 'unsaved'

/** Asks a model to write something, one thing at a time. Whoever leaves, or stops it, pays for what had been received. */
export function useWriter<Result>(ask: (flowId: string, signal: AbortSignal) => Promise<Result>) {
  const store = useCanvasStore()
  const sync = useSync()
  const utils = trpc.useUtils()
  const [state, setState] = useState<State>('idle')
  const [result, setResult] = useState<Result>()
  const [problem, setProblem] = useState<unknown>()
  const going = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])

  /** Who is asked belongs to a flow: one that has never been saved is saved first. */
  async function flowId() {
    if (!store.getState().saved) {
      store.getState().flushDrafts()
      await sync.send()
    }
    return store.getState().saved?.id
  }

  async function askOnce(signal: AbortSignal): Promise<State> {
    const id = await flowId()
    if (id === undefined) {
      return 'unsaved'
    }
    signal.throwIfAborted()
    setResult(await ask(id, signal))
    return 'idle'
  }

  /** True when it was written. */
  async function write(): Promise<boolean> {
    const asked = new AbortController()
    const { signal } = asked
    going.current = asked
    setState('writing')
    setProblem(undefined)
    const ended = await askOnce(signal).catch((error: unknown): State => {
      setProblem(signal.aborted ? undefined : error)
      return signal.aborted ? 'stopped' : 'idle'
    })
    setState(ended)
    void utils.wallet.get.invalidate()
    return ended === 'idle'
  }

  return {
    state,
    result,
    problem,
    write,
    stop: () => going.current?.abort(),
    /** What was written has been used, or is not wanted. */
    clear: () => setResult(undefined),
  }
}
