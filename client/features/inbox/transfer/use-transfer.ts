import { useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { CSV_TYPE, withByteOrderMark } from '#client/components/csv.ts'
import { downloadText } from '#client/components/download.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ChatKey, Conversation } from '#shared/conversations.ts'
import { useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import type { InboxMessage } from '../live/merge-messages.ts'
import type { InboxView } from '../view/use-inbox-view.ts'
import { nameOf } from '../view/words.ts'
import { type Exported, toJson, toLines } from './export-rows.ts'

const LIST_PAGE = 100
const THREAD_PAGE = 200
/** Threads read at a time; their requests go to the server together. */
const AT_ONCE = 8
const unstored = { staleTime: 0, gcTime: 0 } as const

function useReader() {
  const utils = trpc.useUtils()

  /** Everything that the filters select, not only what has been scrolled to. */
  async function* pages({ selection }: Pick<InboxView, 'selection'>): AsyncGenerator<Conversation[]> {
    let cursor: string | null | undefined
    do {
      const page = await utils.inbox.list.fetch({ ...selection, limit: LIST_PAGE, cursor }, unstored)
      yield page.items as Conversation[]
      cursor = page.nextCursor
    } while (cursor)
  }

  async function messagesOf({ flowId, chatId }: ChatKey): Promise<InboxMessage[]> {
    const messages: InboxMessage[] = []
    let before: number | undefined
    do {
      const page = await utils.inbox.thread.fetch({ flowId, chatId, before, limit: THREAD_PAGE }, unstored)
      messages.unshift(...(page.messages as InboxMessage[]))
      before = page.hasOlder ? page.messages[0]?.sequence : undefined
    } while (before)
    return messages
  }

  return { pages, messagesOf }
}

/** Exports what the filters select. */
export function useExport(view: InboxView) {
  const { inbox: texts } = useTexts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const { pages, messagesOf } = useReader()
  const [count, setCount] = useState<number>()
  const isRunning = useRef(false)

  async function readAll() {
    const exported: Exported[] = []
    for await (const page of pages(view)) {
      for (let at = 0; at < page.length; at += AT_ONCE) {
        const some = page.slice(at, at + AT_ONCE)
        const read = await Promise.all(some.map(messagesOf))
        exported.push(...some.map((conversation, index) => ({ conversation, messages: read[index] ?? [] })))
        setCount(exported.length)
      }
    }
    return exported
  }

  async function run(format: 'json' | 'csv') {
    if (isRunning.current) {
      return
    }
    isRunning.current = true
    setCount(0)
    try {
      const exported = await readAll()
      const day = new Date().toISOString().slice(0, 10)
      if (format === 'json') {
        downloadText(`${texts.title} ${day}.json`, toJson(exported))
      } else {
        downloadText(`${texts.title} ${day}.csv`, withByteOrderMark(toLines(exported, texts)), CSV_TYPE)
      }
      toasts.success(texts.export.done(exported.length))
    } catch (error) {
      toasts.error(`${texts.export.failed} ${errorText(error)}`)
    } finally {
      isRunning.current = false
      setCount(undefined)
    }
  }

  return { run, count }
}

/** Deletes conversations, which only the owner of their flow may do. */
export function useRemoval(view: InboxView) {
  const { inbox: texts } = useTexts()
  const { remove, refresh, store } = useLiveInbox()
  const { pages } = useReader()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const removing = trpc.inbox.remove.useMutation()

  async function removeAll(chats: readonly ChatKey[]) {
    let affected = 0
    for (const [flowId, own] of Map.groupBy(chats, (chat) => chat.flowId)) {
      for (let at = 0; at < own.length; at += LIST_PAGE) {
        const chatIds = own.slice(at, at + LIST_PAGE).map(({ chatId }) => chatId)
        affected += (await removing.mutateAsync({ flowId, chatIds })).affected
      }
    }
    for (const chat of chats) {
      remove(keyOf(chat))
    }
    return affected
  }

  async function attempt(title: string, description: string, chats: readonly ChatKey[]) {
    const question = { title, description, confirmButtonName: texts.remove.confirm, danger: true }
    if (!(await confirm(question))) {
      return false
    }
    try {
      toasts.success(texts.remove.done(await removeAll(chats)))
      refresh()
      return true
    } catch (error) {
      toasts.error(`${texts.remove.failed} ${errorText(error)}`)
      return false
    }
  }

  /** The confirmation names the memory that is lost. */
  function removeOne(conversation: Conversation) {
    const { messages = [] } = store.getState().threads.get(keyOf(conversation)) ?? {}
    const memory = messages.find(({ memoryType }) => memoryType)?.memoryType ?? ''
    const description = texts.remove.text(conversation.messageCount, memory)
    return attempt(texts.remove.title(nameOf(conversation, texts)), description, [conversation])
  }

  async function removeMatching(isOwn: (conversation: Conversation) => boolean) {
    const chats: Conversation[] = []
    for await (const page of pages(view)) {
      chats.push(...page.filter(isOwn))
    }
    return attempt(texts.remove.filteredTitle(chats.length), texts.remove.filteredText, chats)
  }

  return { removeOne, removeMatching }
}
