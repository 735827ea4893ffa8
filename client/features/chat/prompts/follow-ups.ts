import type { Exchange } from '../run/conversation.ts'

/** Questions that came with an answer. The text may have been encoded once or twice; what is no list of texts gives none. */
export function readFollowUps(text: string | undefined): string[] {
  const once = parse(text)
  const list = typeof once === 'string' ? parse(once) : once
  return Array.isArray(list)
    ? list.filter((each): each is string => typeof each === 'string' && each.trim() !== '')
    : []
}

/** Of the last answer, once it is whole. */
export function followUpsOf(last: Exchange | undefined): string[] {
  const { live, stored } = last ?? {}
  return readFollowUps(live ? live.turn.followUpPrompts : stored?.followUpPrompts)
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
