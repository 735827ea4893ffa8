import { parseJson } from '#shared/json.ts'

/**
 * Follow-up questions of an answer. The text may be JSON-encoded once or twice; anything but a list of strings
 * yields none.
 */
export function readFollowUps(text: string | undefined): string[] {
  const once = parseJson(text ?? '')
  const list = typeof once === 'string' ? parseJson(once) : once
  return Array.isArray(list)
    ? list.filter((each): each is string => typeof each === 'string' && each.trim() !== '')
    : []
}
