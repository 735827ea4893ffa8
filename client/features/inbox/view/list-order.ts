import type { Conversation, ListSort } from '#shared/conversations.ts'

/** Where a conversation with news goes. The order of everything else stays. */
export type Rearrange = (
  order: readonly string[],
  moved: readonly string[],
  conversations: ReadonlyMap<string, Conversation>,
) => string[]

type Compare = (a: Conversation, b: Conversation) => number

const orders: Readonly<Record<Exclude<ListSort, 'newest'>, Compare>> = {
  waiting: (a, b) =>
    groupOf(a) - groupOf(b) || (groupOf(a) === 2 ? byNewest(a, b) : waitOf(a).localeCompare(waitOf(b))),
  unread: (a, b) => byRequest(a, b) || b.unread - a.unread || byNewest(a, b),
}

/** As the server lists them. */
export function rearrangeBy(sort: ListSort): Rearrange {
  if (sort === 'newest') {
    return (order, moved) => [...new Set([...moved, ...order])]
  }
  const compare = orders[sort]
  return (order, moved, conversations) =>
    moved.reduce<string[]>(
      (all, key) => {
        const own = conversations.get(key)
        const others = all.filter((each) => each !== key)
        const next = others.findIndex((each) => {
          const other = conversations.get(each)
          return own && other && compare(own, other) < 0
        })
        return next === -1 ? [...others, key] : others.toSpliced(next, 0, key)
      },
      [...order],
    )
}

function groupOf({ requestedDate, previewBy }: Conversation) {
  return requestedDate !== null ? 0 : previewBy === 'visitor' ? 1 : 2
}

function waitOf({ requestedDate, updatedDate }: Conversation) {
  return requestedDate ?? updatedDate
}

function byRequest(a: Conversation, b: Conversation) {
  return Number(b.requestedDate !== null) - Number(a.requestedDate !== null)
}

function byNewest(a: Conversation, b: Conversation) {
  return b.updatedDate.localeCompare(a.updatedDate)
}
