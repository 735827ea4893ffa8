import { skipToken } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { DraftEvent, DraftKey } from '#shared/writing.ts'

/** A draft of the reply, written while it is watched. `onText` receives all of it each time. */
export function useSuggestion({ flowId, chatId }: ChatKey, onText: (text: string) => void) {
  const [runId, setRunId] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { suggestionCut } = useTexts().inbox.reply
  const errorText = useErrorText()
  const written = useRef('')
  const isOver = useRef(true)
  const begin = trpc.writing.reply.useMutation()
  const stop = trpc.writing.stopReply.useMutation()
  const draft = useMemo(
    () => (runId === undefined ? undefined : { flowId, chatId, runId }),
    [flowId, chatId, runId],
  )
  useStopWhenLeft(draft)

  function end(text?: string) {
    isOver.current = true
    setRunId(undefined)
    setProblem(text)
  }

  function show(text: string) {
    if (text !== '') {
      written.current = text
      onText(text)
    }
  }

  function handle(event: DraftEvent) {
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
    }
  }

  trpc.writing.watchReply.useSubscription(draft ?? skipToken, {
    onData: ({ data }) => handle(data.event),
    onError: () => end(suggestionCut),
    // Without an ending: the server was restarted. An ending may come with it, before the next render.
    onComplete: () => isOver.current || end(suggestionCut),
  })

  async function start() {
    written.current = ''
    isOver.current = false
    setProblem(undefined)
    try {
      setRunId((await begin.mutateAsync({ flowId, chatId })).runId)
    } catch (failure) {
      setProblem(errorText(failure))
    }
  }

  return {
    start,
    stop: () => draft && stop.mutate(draft, { onError: (failure) => end(errorText(failure)) }),
    isWriting: begin.isPending || runId !== undefined,
    problem,
    dismiss: () => setProblem(undefined),
  }
}

/** Nobody reads on in a conversation that is no longer open, and every word costs. */
function useStopWhenLeft(draft: DraftKey | undefined) {
  const { mutate } = trpc.writing.stopReply.useMutation()
  const open = useRef<DraftKey>(undefined)
  useEffect(() => {
    open.current = draft
  }, [draft])
  useEffect(
    () => () => {
      if (open.current !== undefined) {
        mutate(open.current)
      }
    },
    [mutate],
  )
}
