import { skipToken } from '@tanstack/react-query'
import { useReducer, useRef, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import type { ChatDockProps, ChatOrder } from '#client/components/chat-dock.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { isEnding } from '#shared/run-values.ts'
import type { RunEvent, WaitAnswer, WatchedEvent } from '#shared/runs.ts'
import type { Upload } from '#shared/uploads.ts'
import { type FormValues, useAnswerWait } from './agent-calls.ts'
import { findOpen, type LiveTurn, reduceTurns } from './live-turns.ts'
import { useFoundRun } from './use-found-run.ts'
import { useParkedRun } from './use-parked-run.ts'

type Options = {
  flowId: string
  chatId: string | undefined
  /** A run in progress when the page was last open. */
  foundRunId: string | undefined
  beforeSend: (() => Promise<void>) | undefined
  readPins: ChatDockProps['readPins']
  /** The email entered in the flow's lead form. */
  leadEmail: string | undefined
  onTaken: (requested: { runId: string; chatId: string }) => void
  onEnded: () => void
  onRunStart: (runId: string) => void
  onRunEvent: (event: RunEvent) => void
}

type SendOptions = Omit<ChatOrder, 'id' | 'question'> & {
  uploads?: readonly Upload[] | undefined
  /** Values of the form that an agent flow starts with. */
  form?: FormValues | undefined
}

/** Position of the last event reported to the canvas. */
const nothing = { runId: '', sequence: 0, isEnded: false, isRetold: false }

let requested = 0

export function useRun({
  flowId,
  chatId,
  foundRunId,
  beforeSend,
  readPins,
  leadEmail,
  onTaken,
  onEnded,
  onRunStart,
  onRunEvent,
}: Options) {
  const [turns, dispatch] = useReducer(reduceTurns, foundRunId, findTurn)
  const [watchedId, setWatchedId] = useState<string>()
  const [completedId, setCompletedId] = useState<string>()
  const reported = useRef({ ...nothing })
  const toasts = useToasts()
  const errorText = useErrorText()
  const requestAnswer = trpc.chat.ask.useMutation()
  const answerWait = useAnswerWait()
  const stopRun = trpc.chat.stop.useMutation({ onError: (error) => toasts.error(errorText(error)) })

  async function send(question: string, { uploads, ...order }: SendOptions = {}) {
    requested += 1
    const key = `asked-${requested}`
    dispatch({ type: 'asked', key, question, uploads, sentDate: new Date().toISOString() })
    try {
      await beforeSend?.()
      const pinned = readPins?.()
      const place = { flowId, question, ...(chatId && { chatId }) }
      const more = {
        ...(leadEmail && { leadEmail }),
        ...(pinned && { pinned }),
        ...(uploads?.length && { uploads: [...uploads] }),
      }
      const taken = await requestAnswer.mutateAsync({ ...place, ...order, ...more })
      dispatch({ type: 'taken', key, runId: taken.runId })
      setWatchedId(taken.runId)
      // A partial run (`until` a node) is not part of the conversation.
      if (order.until === undefined) {
        onTaken(taken)
      }
    } catch (error) {
      dispatch({ type: 'refused', key, error: toAppError(error) })
      onEnded()
    }
  }

  function handleEvent(runId: string, watched: WatchedEvent) {
    if (reported.current.runId !== runId) {
      reported.current = { ...nothing, runId }
      onRunStart(runId)
    }
    if (watched.sequence <= reported.current.sequence) {
      return
    }
    reported.current.sequence = watched.sequence
    dispatch({ type: 'told', runId, watched })
    onRunEvent(watched.event)
    if (watched.event.type === 'run_waiting') {
      reported.current.isEnded = true
      setWatchedId(undefined)
    }
    if (isEnding(watched.event)) {
      reported.current.isEnded = true
      setWatchedId(undefined)
      onEnded()
    }
  }

  const watch = trpc.runs.watch.useSubscription(watchedId ? { runId: watchedId } : skipToken, {
    onData: ({ data }) => watchedId && handleEvent(watchedId, data),
    onComplete: complete,
  })

  const [foundAtFirst] = useState(foundRunId)
  useFoundRun(foundAtFirst, {
    onThere: setWatchedId,
    onGone: (runId) => {
      dispatch({ type: 'forgotten', runId })
      onEnded()
    },
  })

  /** Gives the answer of a person and watches the run go on. */
  async function answer(runId: string, waitId: string, given: WaitAnswer) {
    try {
      await answerWait({ runId, waitId, answer: given })
      dispatch({ type: 'answered', runId, waitId, answer: given })
    } catch (error) {
      toasts.error(errorText(toAppError(error)))
      if (toAppError(error).code !== 'CONFLICT') {
        return
      }
    }
    watchOn(runId)
  }

  function watchOn(runId: string) {
    reported.current.isEnded = false
    reported.current.isRetold = false
    setWatchedId(runId)
  }

  const open = findOpen(turns)
  const parked = turns.findLast(({ turn }) => turn.isParked)
  useParkedRun(open || watchedId ? undefined : parked?.runId, watchOn)

  /**
   * Watches the run again from the start, because events that were sent but not stored have different sequence
   * numbers.
   */
  function lookAgain() {
    if (watchedId) {
      setCompletedId(undefined)
      reported.current.sequence = 0
      dispatch({ type: 'retelling', runId: watchedId })
    }
    watch.reset()
  }

  /**
   * A restarted server sends nothing after the last event it sent before; watching again from the start yields the
   * final event.
   */
  function complete() {
    const { isEnded, isRetold } = reported.current
    if (isEnded) {
      return
    }
    reported.current.isRetold = true
    if (isRetold) {
      setCompletedId(watchedId)
    } else {
      lookAgain()
    }
  }

  return {
    turns,
    send,
    answer,
    open,
    stop: () => open?.runId && stopRun.mutate({ runId: open.runId }),
    isStopping: stopRun.isPending,
    connection: watchedId ? connectionOf(watch, completedId === watchedId) : 'fine',
    lookAgain,
    leave: () => dispatch({ type: 'left' }),
  }
}

export type Run = ReturnType<typeof useRun>

function findTurn(runId: string | undefined): LiveTurn[] {
  return runId ? reduceTurns([], { type: 'found', runId, sentDate: new Date().toISOString() }) : []
}

type Watch = { status: 'idle' | 'connecting' | 'pending' | 'error'; error: unknown }

/** `lost`: automatic reconnection has stopped, so the user may retry. */
function connectionOf({ status, error }: Watch, isCompleted: boolean): 'fine' | 'again' | 'lost' {
  if (status === 'error' || isCompleted) {
    return 'lost'
  }
  return status === 'connecting' && error ? 'again' : 'fine'
}
