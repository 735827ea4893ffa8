import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from '#server/bus/bus.ts'
import type { ConversationRow } from '#server/features/messages/conversations.table.ts'
import type { LiveEvent } from '#server/ports/live.ts'

type Place = Pick<ConversationRow, 'fence' | 'isAiOff'>

/** The right of one answer to reach the visitor, from its beginning until AI is turned off or on. */
export type Permit = {
  /** The conversation as it was when the answer was begun. */
  begin(place: Place): void
  /** What the conversation must still have when the answer is stored. None has this of an answer that was not begun. */
  fence(): number
  isRevoked(): boolean
  /** Required right before anything of an answer leaves that is not stored yet. */
  isValid(): boolean
  /** Required right before anything leaves. An answer that was stored before a switch may leave while the switch waits. */
  mayLeave(): boolean
  /** In a transaction: it stores the answer under the number it was begun with. */
  store(): void
  /** Runs a transaction that may store the answer. */
  around<Result>(transaction: () => Promise<Result>): Promise<Result>
  isStored(): boolean
  /** Called once. */
  onRevoked(listener: () => void): void
  /** Delays a switch until the returned function is called, because the stored answer is being sent. */
  hold(): () => void
  close(): void
}

type ChatKey = Pick<ConversationRow, 'flowId' | 'chatId'>
type Lease = Bus<LiveEvent>['lease']

type Deps = {
  bus: Pick<Bus<LiveEvent>, 'subscribe' | 'lease' | 'onGap'>
  read(chat: ChatKey): Promise<Place | undefined>
  wait?: (ms: number) => Promise<void>
}

/** A stored answer is on its way for some milliseconds; a slow receiver does not hold up a switch. */
const DELIVERY_MS = 1_000
const NEVER = -1

/**
 * Answers that are being written in this process. A switch revokes their permits at once, so that no piece of them
 * leaves after it, while the database rejects what they would store.
 */
export function createPermits({ bus, read, wait = unreferenced }: Deps) {
  const open = new Map<string, Set<OpenPermit>>()

  /** Without a chat, for what is part of no conversation. */
  function issue(chat: ChatKey | undefined): Permit {
    if (!chat) {
      return createPermit(
        () => () => true,
        () => undefined,
      )
    }
    const key = keyOf(chat)
    const permit = createPermit(bus.lease, () => {
      const others = open.get(key)
      others?.delete(permit)
      if (others?.size === 0) {
        open.delete(key)
      }
    })
    const others = open.get(key) ?? new Set()
    open.set(key, others.add(permit))
    return permit
  }

  /** Resolves when answers that were stored before have left, or may not leave any more. */
  async function revoke(chat: ChatKey, fence: number): Promise<void> {
    const permits = [...(open.get(keyOf(chat)) ?? [])]
    for (const permit of permits) {
      permit.revoke(fence)
    }
    const leaving = permits.filter((permit) => permit.isLeaving())
    if (leaving.length > 0) {
      await Promise.race([Promise.all(leaving.map(({ left }) => left)), wait(DELIVERY_MS)])
    }
    for (const permit of leaving) {
      permit.giveUp()
    }
  }

  bus.subscribe((event) => (event.type === 'switch' ? revoke(event, event.fence) : undefined))
  bus.onGap(async () => {
    for (const chat of [...open.keys()].map(chatOf)) {
      const found = await read(chat)
      await (found && revoke(chat, found.fence))
    }
  })

  return { issue }
}

export type Permits = ReturnType<typeof createPermits>

type OpenPermit = Permit & {
  revoke(fence: number): void
  /** The answer is stored, or about to be. */
  isLeaving(): boolean
  /** Resolves when everything has left. */
  left: Promise<void>
  /** What has not left by now never does. */
  giveUp(): void
}

function createPermit(lease: Lease, onClose: () => void): OpenPermit {
  const { promise: left, resolve } = Promise.withResolvers<void>()
  const listeners: (() => void)[] = []
  let begun: number | undefined
  let isOff = false
  let revokedBy = 0
  /** A switch has stopped it. That AI may answer again is for the next question. */
  let isStopped = false
  /** How long the switch that has revoked it waits at least. */
  let lastLease: (() => boolean) | undefined
  let isStoring = false
  let isStored = false
  let holds = 0
  let isClosed = false

  const isRevoked = () => isOff || isStopped || revokedBy > (begun ?? 0)
  const isValid = () => !isRevoked() && lease()()

  function end() {
    if (isClosed && holds === 0) {
      onClose()
      resolve()
    }
  }

  return {
    left,
    begin({ fence, isAiOff }) {
      begun = fence
      isOff = isAiOff
    },
    fence: () => begun ?? NEVER,
    isRevoked,
    isValid,
    mayLeave: () => (isStored && isRevoked() ? (lastLease?.() ?? false) : isValid()),
    store() {
      isStoring = true
    },
    async around(transaction) {
      try {
        const result = await transaction()
        isStored ||= isStoring
        return result
      } finally {
        isStoring = false
      }
    },
    isStored: () => isStored,
    isLeaving: () => isStoring || isStored,
    giveUp() {
      lastLease = () => false
    },
    onRevoked: (listener) => void listeners.push(listener),
    hold() {
      holds += 1
      return () => {
        holds -= 1
        end()
      }
    },
    close() {
      isClosed = true
      end()
    },
    revoke(fence) {
      revokedBy = Math.max(revokedBy, fence)
      if (begun !== undefined && isRevoked()) {
        isStopped = true
        lastLease ??= lease()
        for (const listener of listeners.splice(0)) {
          listener()
        }
      }
    },
  }
}

const keyOf = ({ flowId, chatId }: ChatKey) => `${flowId}/${chatId}`

function chatOf(key: string): ChatKey {
  const place = key.indexOf('/')
  return { flowId: key.slice(0, place), chatId: key.slice(place + 1) }
}

function unreferenced(ms: number) {
  return pause(ms, undefined, { ref: false })
}
