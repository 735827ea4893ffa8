import { getUntypedClient } from '@trpc/client'
import { trpc } from '#client/api/trpc.ts'
import type { WaitAnswer } from '#shared/runs.ts'

/** Values of the form that an agent flow starts with; sent with the question. */
export type FormValues = Readonly<Record<string, string | number | boolean>>

type Answer = { runId: string; waitId: string; answer: WaitAnswer }

/** Answers a waiting run. Called by path, because this client can be built before the server has the procedure. */
export function useAnswerWait() {
  const { client } = trpc.useUtils()
  return async (input: Answer) => {
    await getUntypedClient(client).mutation('executions.waiting.answer', input)
  }
}
