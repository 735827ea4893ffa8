import { useCallback, useEffect, useRef, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import type { AssistantDetails, AssistantDraft, AssistantHead } from '#shared/assistants.ts'
import { contains } from '#shared/compare-assistants.ts'
import { chooseForm, type DeviceForm, type FormChoice } from './device-form.ts'
import { useDeviceCopy, useSaveOnLeave } from './use-device-copy.ts'

/** `offline`: the server cannot be reached, and this device has the form. */
export type SaveStatus = 'saved' | 'saving' | 'unsaved' | 'offline' | 'failed' | 'conflict'

const PAUSE_MS = 700

const firstStatus: Record<FormChoice, SaveStatus> = { server: 'saved', device: 'unsaved', both: 'conflict' }

/**
 * The draft of an assistant: stored on this device at once, and saved after a pause. Writes are sequential, since each
 * names the revision created by the one before it.
 */
export function useAssistantDraft(opened: AssistantDraft, device: DeviceForm | undefined) {
  const { id } = opened
  const utils = trpc.useUtils()
  const saving = trpc.assistants.custom.saveDraft.useMutation()
  const publishing = trpc.assistants.custom.publish.useMutation()
  const [choice] = useState(() => chooseForm(opened, device))
  const first = device && choice !== 'server' ? device.details : opened.details
  const [details, setDetails] = useState(first)
  const [head, setHead] = useState(opened.head)
  const [status, setStatus] = useState<SaveStatus>(opened.head ? firstStatus[choice] : 'unsaved')
  const [problem, setProblem] = useState<unknown>()
  const latest = useRef(first)
  // Without a flow nothing is stored yet.
  const stored = useRef<AssistantDetails | undefined>(opened.head ? opened.details : undefined)
  const base = useRef((choice === 'both' ? device?.base : opened.head?.revision) ?? 0)
  /** Sent without a response: the server may have it all the same. */
  const unanswered = useRef<AssistantDetails>(undefined)
  const queue = useRef<Promise<boolean>>(Promise.resolve(true))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = useDeviceCopy(id, latest, base)
  const saveDraft = saving.mutateAsync

  const accept = useCallback(
    (next: AssistantHead, sent: AssistantDetails) => {
      base.current = next.revision
      stored.current = sent
      unanswered.current = undefined
      setHead(next)
      setProblem(undefined)
      const isLatest = latest.current === sent
      setStatus(isLatest ? 'saved' : 'unsaved')
      void (isLatest ? copy.forget() : copy.save())
      void utils.assistants.custom.list.invalidate()
      void utils.chat.estimate.invalidate({ flowId: id })
      void utils.flows.versions.list.invalidate({ id })
    },
    [utils, id, copy],
  )

  const reject = useCallback(
    async (error: unknown) => {
      setProblem(error)
      const { code } = toAppError(error)
      const isAway = code === 'UPSTREAM_FAILED' || code === 'UNAVAILABLE'
      const isCopied = await copy.save()
      setStatus(code === 'CONFLICT' ? 'conflict' : isAway && isCopied ? 'offline' : 'failed')
      return false
    },
    [copy],
  )

  /** Sends the form. When another revision turns out to be its own write, sends it again on top of that. */
  const send = useCallback(
    async (sent: AssistantDetails, keepsOther: boolean): Promise<AssistantHead> => {
      const before = unanswered.current
      unanswered.current = sent
      try {
        return await saveDraft({ id, base: base.current, details: sent, keepsOther })
      } catch (error) {
        if (toAppError(error).code !== 'CONFLICT') {
          throw error
        }
        unanswered.current = undefined
        const theirs = before && (await utils.assistants.custom.open.fetch({ id }, { staleTime: 0 }))
        if (!(before && theirs?.head && contains(theirs.details, before))) {
          throw error
        }
        return saveDraft({ id, base: theirs.head.revision, details: sent, keepsOther })
      }
    },
    [saveDraft, utils, id],
  )

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
          accept(await send(sent, keepsOther), sent)
          return true
        } catch (error) {
          return reject(error)
        }
      })
      queue.current = turn
      return turn
    },
    [accept, reject, send],
  )

  const change = useCallback(
    (changes: Partial<AssistantDetails>) => {
      latest.current = { ...latest.current, ...changes }
      setDetails(latest.current)
      void copy.save()
      setStatus((now) => (now === 'conflict' ? now : 'unsaved'))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), PAUSE_MS)
    },
    [flush, copy],
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

  const isOutdated = device !== undefined && choice === 'server'
  useEffect(() => {
    if (isOutdated) {
      void copy.forget()
    }
  }, [isOutdated, copy])

  useSaveOnLeave({ latest, stored, isCopied: copy.isCopied, flush, isConflict: choice === 'both' })
  return {
    details,
    head,
    status,
    problem,
    isRestored: choice === 'device',
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
