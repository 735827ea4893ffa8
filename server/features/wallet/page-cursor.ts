import { AppError } from '#shared/errors.ts'

export type Place = { date: Date; id: string }

/**
 * The cursor holds only a position: amounts are recomputed, and the owner comes from the session. A forged cursor
 * only yields another page of the caller's own list.
 */
export function writeCursor({ date, id }: Place) {
  return `${date.getTime()}~${id}`
}

/** Undefined means the first page. Throws INVALID_INPUT for an invalid cursor. */
export function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) {
    return undefined
  }
  const [, time, id] = /^(\d{1,14})~([\w:.-]{1,250})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) {
    throw new AppError('INVALID_INPUT', 'This page does not exist. Please load the list again.')
  }
  return { date: new Date(Number(time)), id }
}

export function isAfter({ date, id }: Place, place: Place) {
  const order = date.getTime() - place.date.getTime()
  return order < 0 || (order === 0 && id < place.id)
}

export function newestFirst(one: Place, other: Place) {
  return isAfter(one, other) ? 1 : -1
}
