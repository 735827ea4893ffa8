import { createStore } from 'zustand/vanilla'
import type { ChatKey, Conversation, InboxStats, ListSort, Thread } from '#shared/conversations.ts'
import { type LiveFrame, PRESENCE_MS, type PresentPerson } from '#shared/live.ts'
import { type Rearrange, rearrangeBy } from '../view/list-order.ts'
import type { ConnectionState } from './connection.ts'
import { type InboxMessage, mergeLive, mergeRead } from './merge-messages.ts'

export type ChatThread = {
  messages: readonly InboxMessage[]
  entries: Thread['entries']
  hasOlder: boolean
}

/** What belongs to the list with its filters. */
type Matches = (conversation: Conversation) => boolean

type Presence = { people: readonly PresentPerson[]; until: number }

export type InboxState = {
  /** Live frames are ignored while the inbox is not shown. */
  isActive: boolean
  connection: ConnectionState
  /** Other windows of this user that watch the same. */
  otherWindows: number
  conversations: ReadonlyMap<string, Conversation>
  /** Numbers of the messages that the search of the list has found. */
  found: ReadonlyMap<string, number>
  /** Keys of the list. The order changes only while nobody reads it. */
  order: readonly string[]
  /** Conversations with news that have not moved to the top yet. */
  moved: ReadonlySet<string>
  /** Why the order is kept. */
  holders: ReadonlySet<'pointer' | 'reply'>
  threads: ReadonlyMap<string, ChatThread>
  presence: ReadonlyMap<string, Presence>
  selected: string | undefined
  selectedMessageId: string | undefined
  stats: InboxStats | undefined
  /** Increases when all of it must be read again. */
  stale: number
  /** Increases when the selected thread must be read again. */
  staleThread: number
  /** Visitors who ask for a person, in the order in which this window has heard of them. */
  requests: readonly string[]
}

const emptyThread: ChatThread = { messages: [], entries: [], hasOlder: false }

export const keyOf = ({ flowId, chatId }: ChatKey) => `${flowId}/${chatId}`

/** What the screens of the inbox show: read from the server, and kept up to date by the frames of the WebSocket. */
export function createInboxStore() {
  let matches: Matches = () => true
  let rearrange: Rearrange = rearrangeBy('newest')
  const store = createStore<InboxState>(() => ({
    isActive: true,
    connection: { status: 'closed' },
    otherWindows: 0,
    conversations: new Map(),
    found: new Map(),
    order: [],
    moved: new Set(),
    holders: new Set(),
    threads: new Map(),
    presence: new Map(),
    selected: undefined,
    selectedMessageId: undefined,
    stats: undefined,
    stale: 0,
    staleThread: 0,
    requests: [],
  }))
  const { getState, setState } = store

  /** The first page replaces the list, except for the conversation that is open. */
  function setList(items: readonly Conversation[], { isFirst, fits, sort = 'newest' }: ListInfo) {
    matches = fits
    rearrange = rearrangeBy(sort)
    const { conversations: known, order: before, selected } = getState()
    const open = selected === undefined ? undefined : known.get(selected)
    const conversations = new Map(isFirst ? open && [[keyOf(open), open]] : known)
    for (const item of items) {
      conversations.set(keyOf(item), item)
    }
    const hits = items.flatMap((item) =>
      item.found === undefined ? [] : [[keyOf(item), item.found] as const],
    )
    const found = new Map([...(isFirst ? [] : getState().found), ...hits])
    const order = [...new Set([...(isFirst ? [] : before), ...items.map(keyOf)])]
    setState({ conversations, found, order, ...(isFirst && { moved: new Set() }) })
  }

  function setThread(chat: ChatKey, read: Thread) {
    const key = keyOf(chat)
    const known = getState().threads.get(key) ?? emptyThread
    const messages = mergeRead(known.messages, withPlatform(read))
    const isOldest = (read.messages[0]?.sequence ?? 0) <= (messages[0]?.sequence ?? 0)
    const hasOlder = isOldest ? read.hasOlder : known.hasOlder
    putThread(key, { messages, entries: read.entries, hasOlder })
    putConversation(read.conversation)
  }

  function putThread(key: string, thread: ChatThread) {
    setState({ threads: new Map(getState().threads).set(key, thread) })
  }

  /** A message written here, before the server has stored it. */
  function addOwn(key: string, message: InboxMessage) {
    const known = getState().threads.get(key) ?? emptyThread
    putThread(key, { ...known, messages: mergeRead(known.messages, [message]) })
  }

  function removeMessage(key: string, id: string) {
    const known = getState().threads.get(key)
    if (known) {
      putThread(key, { ...known, messages: known.messages.filter((message) => message.id !== id) })
    }
  }

  function apply(frames: readonly LiveFrame[]) {
    if (!getState().isActive) {
      return
    }
    addMessages(frames.flatMap((frame) => (frame.type === 'newMessage' ? [frame.data] : [])))
    for (const frame of frames) {
      applyFrame(frame)
    }
  }

  /** All messages of a batch are one change. Threads that were never opened are read when they are. */
  function addMessages(added: readonly InboxMessage[]) {
    const threads = new Map(getState().threads)
    const byChat = Map.groupBy(added, ({ chatflowid: flowId, chatId }) => keyOf({ flowId, chatId }))
    for (const [key, live] of byChat) {
      const known = threads.get(key)
      if (known) {
        const messages = mergeLive(known.messages, live)
        const isCut = known.messages[0] !== undefined && messages[0]?.id !== known.messages[0].id
        threads.set(key, { ...known, messages, hasOlder: known.hasOlder || isCut })
      }
    }
    if (added.length > 0) {
      setState({ threads })
    }
  }

  function applyFrame(frame: LiveFrame) {
    switch (frame.type) {
      case 'sessionStateChange':
        return applyState(frame.data)
      case 'aiToggleChange':
        return applyToggle(frame)
      case 'multiConnectionNotice':
        return setState({ otherWindows: Math.max(0, frame.connections - 1) })
      // Handled by the connection, or of no meaning here.
      case 'newMessage':
      case 'connected':
      case 'pong':
      case 'testResponse':
      case 'heartbeat':
      case 'error':
        return undefined
    }
  }

  function applyState({ conversation, people, hasNewEntries, ...chat }: StateChange) {
    const key = keyOf(chat)
    if (people) {
      const presence = { people, until: Date.now() + PRESENCE_MS }
      setState({ presence: new Map(getState().presence).set(key, presence) })
    }
    if (conversation === null) {
      remove(key)
    } else if (conversation) {
      noteRequest(conversation)
      place(conversation)
    }
    if (hasNewEntries && key === getState().selected) {
      setState(({ staleThread }) => ({ staleThread: staleThread + 1 }))
    }
  }

  function applyToggle({ flowId, chatId, disabled, forceRefresh }: Toggle) {
    const known = getState().conversations.get(keyOf({ flowId, chatId }))
    if (forceRefresh) {
      refresh()
    } else if (known) {
      putConversation({ ...known, isAiOff: disabled, requestedDate: null })
    }
  }

  function noteRequest(conversation: Conversation) {
    const key = keyOf(conversation)
    const { requests, conversations } = getState()
    const isAsking = conversation.requestedDate !== null
    const wasAsking = Boolean(conversations.get(key)?.requestedDate)
    if (isAsking !== wasAsking || !isAsking) {
      const others = requests.filter((each) => each !== key)
      setState({ requests: isAsking ? [...others, key] : others })
    }
  }

  function putConversation(conversation: Conversation) {
    const conversations = new Map(getState().conversations)
    setState({ conversations: conversations.set(keyOf(conversation), conversation) })
  }

  /** Moves what has news to its place, unless the list is being read. */
  function place(conversation: Conversation) {
    const key = keyOf(conversation)
    const { order, moved, holders, selected, conversations, requests } = getState()
    const before = conversations.get(key)
    const isListed = matches(conversation)
    if (isListed || order.includes(key) || key === selected || requests.includes(key)) {
      putConversation(conversation)
    }
    const hasNews =
      before?.sequence !== conversation.sequence || before.requestedDate !== conversation.requestedDate
    if (!(isListed && hasNews)) {
      return
    }
    if (holders.size === 0) {
      setState({ order: rearrange(order, [key], getState().conversations) })
    } else if (order[0] !== key) {
      setState({ moved: new Set(moved).add(key) })
    }
  }

  function remove(key: string) {
    const { order, moved, requests, selected, conversations, threads } = getState()
    setState({
      conversations: without(conversations, key),
      threads: without(threads, key),
      order: order.filter((each) => each !== key),
      moved: new Set([...moved].filter((each) => each !== key)),
      requests: requests.filter((each) => each !== key),
      selected: selected === key ? undefined : selected,
    })
  }

  function showMoved() {
    const { order, moved, conversations } = getState()
    if (moved.size > 0) {
      setState({ order: rearrange(order, [...moved].reverse(), conversations), moved: new Set() })
    }
  }

  /** While somebody reads the list or writes, conversations keep their places. */
  function hold(reason: 'pointer' | 'reply', isOn: boolean) {
    const holders = new Set(getState().holders)
    holders.delete(reason)
    setState({ holders: isOn ? holders.add(reason) : holders })
    if (getState().holders.size === 0) {
      showMoved()
    }
  }

  function select(key: string | undefined) {
    if (getState().selected !== key) {
      setState({ selected: key, selectedMessageId: undefined })
    }
  }

  /** Something may have been missed. */
  function refresh() {
    setState(({ stale }) => ({ stale: stale + 1 }))
  }

  /** Forgets who has not been heard of for a while. */
  function forgetAbsent() {
    const { presence } = getState()
    const present = [...presence].filter(([, { until }]) => until > Date.now())
    if (present.length < presence.size) {
      setState({ presence: new Map(present) })
    }
  }

  function setActive(isActive: boolean) {
    const wasActive = getState().isActive
    setState({ isActive })
    if (isActive && !wasActive) {
      refresh()
    }
  }

  return {
    store,
    ...{ setList, setThread, addOwn, removeMessage, apply, putConversation, remove },
    ...{ showMoved, hold, select, refresh, forgetAbsent, setActive },
    selectMessage: (selectedMessageId: string | undefined) => setState({ selectedMessageId }),
    setConnection: (connection: ConnectionState) => setState({ connection }),
    setStats: (stats: InboxStats) => setState({ stats }),
    dismissRequest: (key: string) =>
      setState(({ requests }) => ({ requests: requests.filter((each) => each !== key) })),
  }
}

type ListInfo = { isFirst: boolean; fits: Matches; sort?: ListSort }
type StateChange = Extract<LiveFrame, { type: 'sessionStateChange' }>['data']
type Toggle = Extract<LiveFrame, { type: 'aiToggleChange' }>

function withPlatform({ messages, conversation: { platform } }: Thread): InboxMessage[] {
  return messages.map((message) => ({ ...message, platform }))
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string) {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
