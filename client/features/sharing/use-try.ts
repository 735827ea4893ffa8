import { useEffect, useRef, useState } from 'react'
import { authorization } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { type Reply, sendRequest } from './send-request.ts'
import type { ApiRequest } from './snippets/request.ts'
import type { CreatedKey } from './use-request.ts'
import type { SharedState } from './use-sharing.ts'

export type Trial = Reply & { isRunning: boolean; ms?: number; tokens?: number | null; cost?: number | null }
export type TrySender = 'key' | 'open' | 'session'

/**
 * Credentials of the request: the API key if it was created in this session, none for a public flow without a key,
 * else the session.
 */
export function senderOf({ sharing }: SharedState, created: CreatedKey | undefined): TrySender {
  if (created && created.id === sharing.apiKeyId) {
    return 'key'
  }
  return sharing.isPublic && sharing.apiKeyId === null ? 'open' : 'session'
}

export function useTry(state: SharedState, request: ApiRequest, created: CreatedKey | undefined) {
  const { sharing: texts } = useTexts()
  const utils = trpc.useUtils()
  const [trial, setTrial] = useState<Trial>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { id } = state.sharing

  async function run(file: File | undefined) {
    const controller = new AbortController()
    running.current = controller
    const waiting = { status: 0, text: '', isError: false, isRunning: true }
    setTrial(waiting)
    const start = performance.now()
    const headers = {
      key: `Bearer ${created?.secret}`,
      open: undefined,
      session: authorization().Authorization,
    }
    const reply = await sendRequest(`/api/v1/prediction/${id}`, request, {
      authorization: headers[senderOf(state, created)],
      file,
      signal: controller.signal,
      onText: (text) => setTrial({ ...waiting, text }),
    }).catch((): Reply => ({ status: 0, isError: true, text: texts.noConnection }))
    const done = { ...reply, isRunning: false, ms: performance.now() - start }
    setTrial(done)
    const figures = await readFigures(reply)
    if (figures && !controller.signal.aborted) {
      setTrial({ ...done, ...figures })
    }
  }

  async function readFigures({ chatId, chatMessageId }: Reply) {
    if (!(chatId && chatMessageId)) {
      return undefined
    }
    void utils.wallet.invalidate()
    const messages = await utils.messages.list.fetch({ id, chatId }).catch(() => [])
    const answer = messages.find((message) => message.id === chatMessageId)
    return answer && { tokens: answer.tokens, cost: answer.cost }
  }

  return { trial, run }
}
