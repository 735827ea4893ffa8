import { skipToken } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { RunEvent } from '#shared/runs.ts'

/** A draft of the reply, written while it is watched. `onText` receives all of it each time. */
export function useSuggestion(chat: ChatKey, onText: (text: string) => void) {
  const [runId, setRunId] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { suggestionCut } = useTexts().inbox.reply
  const errorText = useErrorText()
  const written = useRef('')
  const begin = trpc.writing.reply.useMutation()
  const stop = trpc.chat.stop.useMutation()
  useStopWhenLeft(runId)

  function end(text?: string) {
    setRunId(undefined)
    setProblem(text)
  }

  function show(text: string) {
    if (text !== '') {
      written.current = text
      onText(text)
    }
  }

  function handle(event: RunEvent) {
    switch (event.type) {
      case 'token':
        return show(written.current + event.text)
      // Complete, whatever a lost connection has missed.
      case 'run_finished':
      case 'run_stopped':
        show(event.text)
        return end()
      case 'run_failed':
        return end(errorText(new AppError(event.code as ErrorCode, event.message)))
      default:
        return undefined
    }
  }

  trpc.runs.watch.useSubscription(runId ? { runId } : skipToken, {
    onData: ({ data }) => handle(data.event),
    onError: () => end(suggestionCut),
    // Without an ending: the server was restarted.
    onComplete: () => runId && end(suggestionCut),
  })

  async function start() {
    written.current = ''
    setProblem(undefined)
    try {
      setRunId((await begin.mutateAsync({ flowId: chat.flowId, chatId: chat.chatId })).runId)
    } catch (failure) {
      setProblem(errorText(failure))
    }
  }

  return {
    start,
    stop: () => runId && stop.mutate({ runId }, { onError: (failure) => end(errorText(failure)) }),
    isWriting: begin.isPending || runId !== undefined,
    problem,
    dismiss: () => setProblem(undefined),
  }
}

/** Nobody reads on in a conversation that is no longer open, and every word costs. */
function useStopWhenLeft(runId: string | undefined) {
  const { mutate } = trpc.chat.stop.useMutation()
  const open = useRef<string>(undefined)
  useEffect(() => {
    open.current = runId
  }, [runId])
  useEffect(
    () => () => {
      if (open.current !== undefined) {
        mutate({ runId: open.current })
      }
    },
    [mutate],
  )
}
