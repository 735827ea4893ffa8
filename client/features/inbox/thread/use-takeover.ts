import { randomKey } from '#client/api/random-key.ts'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ChatKey } from '#shared/conversations.ts'
import type { FileByHand, Switched } from '#shared/takeover.ts'
import { useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import type { InboxMessage } from '../live/merge-messages.ts'

/** Switching AI, writing by hand, notes and handing back, for any conversation. */
export function useTakeover() {
  const { inbox: texts } = useTexts()
  const { store, connection, ...inbox } = useLiveInbox()
  const { clientId } = connection
  const user = useUser()
  const toasts = useToasts()
  const errorText = useErrorText()
  const switching = trpc.takeover.switchAi.useMutation()
  const handingBack = trpc.takeover.handBack.useMutation()
  const writing = trpc.takeover.write.useMutation()
  const noting = trpc.takeover.addNote.useMutation()
  const removing = trpc.takeover.removeNote.useMutation()

  const report = (sentence: string) => (error: unknown) => toasts.error(`${sentence} ${errorText(error)}`)

  function noteSwitch(chat: ChatKey, { disabled, switchedBy, switchedDate }: Switched) {
    const known = store.getState().conversations.get(keyOf(chat))
    if (known) {
      inbox.putConversation({ ...known, isAiOff: disabled, switchedBy, switchedDate, requestedDate: null })
    }
    inbox.dismissRequest(keyOf(chat))
  }

  async function switchAi(chat: ChatKey, disabled: boolean) {
    const { flowId: chatflowId, chatId } = chat
    try {
      noteSwitch(chat, await switching.mutateAsync({ chatflowId, chatId, disabled, clientId }))
    } catch (error) {
      report(texts.takeover.failed)(error)
    }
  }

  async function handBack(chat: ChatKey, summary: string) {
    noteSwitch(chat, await handingBack.mutateAsync({ ...chat, summary, clientId }))
    toasts.success(texts.takeover.handedBack)
  }

  function write(chat: ChatKey, content: string, files: readonly FileByHand[] = []) {
    const { flowId: chatflowid, chatId } = chat
    return send({
      ...{
        id: newUuid(),
        role: 'apiMessage',
        chatflowid,
        chatId,
        sessionId: null,
        memoryType: null,
        content,
      },
      ...{ chatType: 'EXTERNAL', createdDate: new Date().toISOString(), leadEmail: null, runId: null },
      ...{ durationMs: null, tokens: null, cost: null, sequence: 0, platform: '' },
      ...{ isManualMessage: true, operatorName: user?.username ?? '' },
      ...(files.length > 0 && { files }),
    })
  }

  /** The same message again has the same id, so it is stored once. */
  async function send(message: InboxMessage) {
    const { id, chatflowid, chatId, content } = message
    const key = keyOf({ flowId: chatflowid, chatId })
    const { pending: _, files = [], ...sent } = message
    inbox.addOwn(key, { ...sent, files, pending: 'sending' })
    try {
      const stored = await writing.mutateAsync({
        ...{ chatflowId: chatflowid, chatId, content, id },
        files: [...files],
      })
      const { sequence, operatorName, fileUploads } = stored
      const createdDate = new Date(stored.createdDate).toISOString()
      inbox.addOwn(key, { ...sent, sequence, operatorName, createdDate, ...(fileUploads && { fileUploads }) })
    } catch (error) {
      inbox.addOwn(key, { ...sent, files, pending: 'failed' })
      if (files.length > 0) {
        report(texts.reply.filesFailed)(error)
      }
    }
  }

  return {
    switchAi,
    isSwitching: switching.isPending,
    handBack,
    write,
    send,
    discard: (chat: ChatKey, id: string) => inbox.removeMessage(keyOf(chat), id),
    async addNote(chat: ChatKey, text: string) {
      await noting.mutateAsync({ ...chat, text })
    },
    removeNote: (chat: ChatKey, id: string) =>
      removing.mutate({ ...chat, id }, { onError: report(texts.reply.noteFailed) }),
  }
}
export type Takeover = ReturnType<typeof useTakeover>

/** `crypto.randomUUID` is unavailable on pages served over plain http. */
function newUuid() {
  const key = randomKey()
  const part = (from: number, to: number) => key.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
}
