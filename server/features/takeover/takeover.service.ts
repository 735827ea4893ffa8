import type { z } from 'zod'
import type { Bus } from '#server/bus/bus.ts'
import type { Caller } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { PersonRequest } from '#server/engine/ports.ts'
import type { InboxService } from '#server/features/inbox/inbox.service.ts'
import type { ConversationRow } from '#server/features/messages/conversations.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { MessageRow } from '#server/features/messages/messages.table.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { NewId } from '#server/ids.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import { type ChatKey, type entryKinds, hasVisitor, isSwitchable } from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import {
  type addNoteInput,
  type FileByHand,
  type handBackInput,
  type removeNoteInput,
  showsFiles,
  type writeByHandInput,
} from '#shared/takeover.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  bus: Bus<LiveEvent>
  inbox: Pick<InboxService, 'get'>
  messages: Pick<
    MessagesService,
    | 'findConversation'
    | 'findByHand'
    | 'insertByHand'
    | 'switchAi'
    | 'requestPerson'
    | 'insertEntry'
    | 'deleteNote'
    | 'announceChange'
  >
  /** Absent: files are rejected. */
  storeFiles?: UploadsService['storeAll']
  notify: NotificationsService['notifyIn']
}

type ByHand = Omit<z.output<typeof writeByHandInput>, 'files'> & { files?: readonly FileByHand[] }
type Operator = Pick<Caller, 'id' | 'username' | 'role'>
type Change = { isAiOff: boolean; source: string; summary?: string }

/** People who answer instead of the AI, and go back again. */
export function createTakeoverService(deps: Deps) {
  const { store, newId, now, bus, inbox, messages } = deps

  async function switchAi(caller: Operator, chat: ChatKey, change: Change) {
    await requireSwitchable(caller, chat)
    const row = await store.transaction((tx) => storeSwitch(tx, caller, chat, change))
    const { conversation, switchedBy } = await enforceNewest(caller, row, change.source)
    const { chatId, isAiOff: disabled, switchedDate } = conversation
    return { chatId, disabled, switchedBy, switchedDate }
  }

  /** Others may switch meanwhile: AI is reported to be off only once the switch that has turned it off is enforced. */
  async function enforceNewest(
    caller: Operator,
    row: ConversationRow,
    source: string,
  ): ReturnType<typeof inbox.get> {
    await enforce(row, source)
    const found = await inbox.get(caller, row)
    const { conversation } = found
    const isEnforced = conversation.fence === row.fence || !conversation.isAiOff
    return isEnforced ? found : enforceNewest(caller, conversation, source)
  }

  async function storeSwitch(
    tx: Writer,
    { id, username }: Operator,
    chat: ChatKey,
    { isAiOff, summary = '' }: Change,
  ): Promise<ConversationRow> {
    const switchedDate = now()
    const row = await messages.switchAi(tx, chat, { isAiOff, switchedBy: id, switchedDate })
    if (row) {
      const kind = isAiOff ? 'ai_off' : summary === '' ? 'ai_on' : 'handed_back'
      await addEntry(tx, row, { kind, actorId: id, actorName: username, text: summary })
    }
    // Somebody else may have been faster. The switch is enforced all the same before it is acknowledged.
    return row ?? (await messages.findConversation(tx, chat)) ?? rejectUnknown()
  }

  /**
   * Returns once no answer that was begun before can reach the visitor, whichever process writes it. Throws UNAVAILABLE
   * when other processes may not have received the switch.
   */
  async function enforce({ flowId, userId, chatId, fence, isAiOff }: ConversationRow, source: string) {
    const event = { type: 'switch', flowId, userId, chatId, fence, isAiOff, source } as const
    await bus.publish(event).catch((cause: unknown) => {
      throw new AppError('UNAVAILABLE', 'The other servers could not be reached. Try again in a moment.', {
        cause,
      })
    })
    await bus.settled()
  }

  /** The visitor sees it at once. A repeated request with the same id stores it once. */
  async function write(
    caller: Operator,
    { chatflowId: flowId, chatId, content, files = [], id = newId() }: ByHand,
  ) {
    const chat = { flowId, chatId }
    const conversation = await requireSwitchable(caller, chat)
    const { id: operatorId, username: operatorName } = caller
    const own = { id, ...chat, operatorId }
    const sent = await messages.findByHand(store.db, own)
    const fileUploads = sent ? [] : await storeFiles(conversation, files)
    return store.transaction(async (tx) => {
      const known = await messages.findByHand(tx, own)
      if (known) {
        return shown(known, operatorName)
      }
      const extras = { operatorName, ...(fileUploads.length > 0 && { fileUploads }) }
      const message = { id, content, operatorId, extras, createdDate: now() }
      const conversation = await messages.insertByHand(tx, { flowId, chatId }, message)
      const { sequence } = conversation ?? rejectUnknown()
      return shown({ ...message, chatId, sequence }, operatorName)
    })
  }

  async function storeFiles(conversation: ChatKey & { platform: string }, files: readonly FileByHand[]) {
    if (files.length === 0) {
      return []
    }
    if (!(deps.storeFiles && showsFiles(conversation))) {
      throw new AppError('INVALID_INPUT', 'Files can be sent to visitors of a chatbot or a channel only.')
    }
    const place = { chatId: conversation.chatId, isVisitor: false }
    const uploads = files.map((file) => ({ ...file, type: 'file' }))
    return (await deps.storeFiles({ id: conversation.flowId }, place, uploads)).stored
  }

  function handBack(caller: Operator, { flowId, chatId, summary, clientId }: z.output<typeof handBackInput>) {
    return switchAi(caller, { flowId, chatId }, { isAiOff: false, source: clientId, summary })
  }

  /** For operators alone; the visitor and the AI never see it. */
  async function addNote(caller: Operator, { text, ...chat }: z.output<typeof addNoteInput>) {
    const { conversation } = await inbox.get(caller, chat)
    await store.transaction((tx) =>
      addEntry(tx, conversation, { kind: 'note', actorId: caller.id, actorName: caller.username, text }),
    )
  }

  /** Operators delete their own notes. */
  async function removeNote(caller: Operator, { id, ...chat }: z.output<typeof removeNoteInput>) {
    const { conversation } = await inbox.get(caller, chat)
    return store.transaction(async (tx) => {
      const removed = await messages.deleteNote(tx, chat, { id, actorId: caller.id })
      messages.announceChange(conversation)
      return { affected: removed ? 1 : 0, raw: [] as [] }
    })
  }

  /** Called by flows. The owner is notified once per wait. */
  async function requestPerson(chat: ChatKey, reason: string): Promise<PersonRequest> {
    const found = await messages.findConversation(store.db, chat)
    if (!found || !hasVisitor(found)) {
      return 'unavailable'
    }
    return store.transaction(async (tx) => {
      const row = await messages.requestPerson(tx, chat, now())
      if (row) {
        const { flowId, userId, chatId } = row
        await addEntry(tx, row, { kind: 'person_requested', actorId: null, actorName: null, text: reason })
        await deps.notify(tx, {
          ...{ userId, flowId, kind: 'person_requested', cause: chatId },
          params: { message: reason || row.preview },
          link: `/app/chatflows?${new URLSearchParams({ messages: flowId, chat: chatId })}`,
        })
      }
      return row ? 'requested' : found.isAiOff ? 'answered' : 'pending'
    })
  }

  type Entry = {
    kind: (typeof entryKinds)[number]
    actorId: string | null
    actorName: string | null
    text: string
  }

  async function addEntry(tx: Writer, { flowId, userId, chatId }: ConversationRow, entry: Entry) {
    await messages.insertEntry(tx, { id: newId(), flowId, userId, chatId, ...entry, createdDate: now() })
    messages.announceChange({ flowId, userId, chatId })
  }

  /** The conversation, if the caller may answer in it. Throws NOT_FOUND for one that the caller may not read. */
  async function requireSwitchable(caller: Operator, chat: ChatKey) {
    const { conversation } = await inbox.get(caller, chat)
    if (!isSwitchable(conversation)) {
      throw new AppError('INVALID_INPUT', 'Operators can take part in conversations with visitors only.')
    }
    return conversation
  }

  return { switchAi, write, handBack, addNote, removeNote, requestPerson, requireSwitchable }
}

export type TakeoverService = ReturnType<typeof createTakeoverService>

type Written = Pick<MessageRow, 'id' | 'chatId' | 'content' | 'sequence' | 'createdDate' | 'extras'>

function shown({ extras, ...written }: Written, operatorName: string) {
  const { id, chatId, content, sequence, createdDate } = written
  const files = extras?.fileUploads && { fileUploads: extras.fileUploads }
  return {
    id,
    chatId,
    content,
    sequence,
    operatorName,
    isManualMessage: true as const,
    createdDate,
    ...files,
  }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This conversation does not exist.')
}
