import { useCallback, useEffect, useRef, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import type { AssistantDetails, AssistantDraft, AssistantHead } from '#shared/assistants.ts'

export type SaveStatus = 'saved' | 'saving' | 'unsaved' | 'failed' | 'conflict'

const PAUSE_MS = 700

/**
 * The draft of an assistant, saved after a pause. Writes are sequential, since each names the revision created by the
 * one before it.
 */
export function useAssistantDraft(opened: AssistantDraft) {
  const { id } = opened
  const utils = trpc.useUtils()
  const saving = trpc.assistants.custom.saveDraft.useMutation()
  const publishing = trpc.assistants.custom.publish.useMutation()
  const [details, setDetails] = useState(opened.details)
  const [head, setHead] = useState(opened.head)
  const [status, setStatus] = useState<SaveStatus>(opened.head ? 'saved' : 'unsaved')
  const [problem, setProblem] = useState<unknown>()
  const latest = useRef(opened.details)
  // Without a flow nothing is stored yet.
  const stored = useRef<AssistantDetails | undefined>(opened.head ? opened.details : undefined)
  const base = useRef(opened.head?.revision ?? 0)
  const queue = useRef<Promise<boolean>>(Promise.resolve(true))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saveDraft = saving.mutateAsync

  const accept = useCallback(
    (next: AssistantHead, sent: AssistantDetails) => {
      base.current = next.revision
      stored.current = sent
      setHead(next)
      setProblem(undefined)
      setStatus(latest.current === sent ? 'saved' : 'unsaved')
      void utils.assistants.custom.list.invalidate()
      void utils.chat.estimate.invalidate({ flowId: id })
      void utils.flows.versions.list.invalidate({ id })
    },
    [utils, id],
  )

  const reject = useCallback((error: unknown) => {
    setProblem(error)
    setStatus(toAppError(error).code === 'CONFLICT' ? 'conflict' : 'failed')
    return false
  }, [])

  /** Saves what is not saved yet. False when the server rejects it. */
  const flush = useCallback(
    (keepsOther = false): Promise<boolean> => {
      clearTimeout(timer.current)
      const turn = queue.current.then(async () => {
        const sent = latest.current
        if (sent === stored.current && !keepsOther) {
          return true
        }
        setStatus('saving')
        try {
          accept(await saveDraft({ id, base: base.current, details: sent, keepsOther }), sent)
          return true
        } catch (error) {
          return reject(error)
        }
      })
      queue.current = turn
      return turn
    },
    [accept, reject, saveDraft, id],
  )

  const change = useCallback(
    (changes: Partial<AssistantDetails>) => {
      latest.current = { ...latest.current, ...changes }
      setDetails(latest.current)
      setStatus((now) => (now === 'conflict' ? now : 'unsaved'))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), PAUSE_MS)
    },
    [flush],
  )

  async function publish() {
    if (!(await flush())) {
      return undefined
    }
    const sent = latest.current
    const next = await publishing.mutateAsync({ id, base: base.current, details: sent })
    accept(next, sent)
    void utils.sharing.invalidate()
    void utils.flows.config.invalidate({ id })
    return next
  }

  /** Replaces the form by what the server has. */
  const reload = async () => show(await utils.assistants.custom.open.fetch({ id }, { staleTime: 0 }))

  function show({ details: theirs, head: now }: Pick<AssistantDraft, 'details' | 'head'>) {
    latest.current = theirs
    setDetails(theirs)
    if (now) {
      accept(now, theirs)
    }
  }

  /** Overwrites the other draft, which stays as a version. */
  async function keepMine() {
    const { revision } = await utils.flows.head.fetch({ id }, { staleTime: 0 })
    base.current = revision
    await flush(true)
  }

  useSaveOnLeave(latest, stored, flush)
  return {
    details,
    head,
    status,
    problem,
    change,
    flush,
    publish,
    isPublishing: publishing.isPending,
    reload,
    show,
    keepMine,
  }
}

export type Draft = ReturnType<typeof useAssistantDraft>

type Held = { current: AssistantDetails | undefined }

/** On the way out the last changes are sent; closing the tab before that asks first. */
function useSaveOnLeave(latest: Held, stored: Held, flush: () => Promise<boolean>) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current !== stored.current) {
        event.preventDefault()
        void flush()
      }
    }
    addEventListener('beforeunload', warn)
    if (stored.current === undefined) {
      void flush()
    }
    return () => {
      removeEventListener('beforeunload', warn)
      void flush()
    }
  }, [latest, stored, flush])
}
