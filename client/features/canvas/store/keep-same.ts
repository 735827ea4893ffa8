/** By a key, in their order; what has no place is left out. */
export function groupBy<Item, Member>(
  items: readonly Item[],
  place: (item: Item) => readonly [string, Member] | undefined,
): Map<string, Member[]> {
  const groups = new Map<string, Member[]>()
  for (const item of items) {
    const [key, member] = place(item) ?? []
    if (key !== undefined && member !== undefined) {
      const group = groups.get(key)
      if (group) {
        group.push(member)
      } else {
        groups.set(key, [member])
      }
    }
  }
  return groups
}

type Groups<Member> = ReadonlyMap<string, readonly Member[]>

/** The new groups, those with the same content being the old ones; all of them when nothing is new. */
export function keepSame<Member>(before: Groups<Member>, after: Groups<Member>): Groups<Member> {
  let isNew = before.size !== after.size
  const kept = new Map(
    [...after].map(([key, members]) => {
      const old = before.get(key)
      const same = old && isSameList(old, members)
      isNew ||= !same
      return [key, same ? old : members]
    }),
  )
  return isNew ? kept : before
}

export function isSameList<Member>(before: readonly Member[], after: readonly Member[]): boolean {
  return (
    before.length === after.length &&
    before.every((member, index) => {
      const other = after[index]
      return member === other || JSON.stringify(member) === JSON.stringify(other)
    })
  )
}
