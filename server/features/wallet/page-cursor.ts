import { AppError } from '#shared/errors.ts'

/** A place in a list that is ordered by date and id, newest first. */
export type Place = { date: Date; id: string }

/**
 * A cursor says a place and nothing else: amounts are counted anew, and whose list it is says the session. A forged one shows
 * its maker another page of his own list.
 */
export function writeCursor({ date, id }: Place) {
  return `${date.getTime()}~${id}`
}

/** Undefined is the beginning. Throws INVALID_INPUT for what is no place. */
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

/** Whether one comes after a place in the list. */
export function isAfter({ date, id }: Place, place: Place) {
  const order = date.getTime() - place.date.getTime()
  return order < 0 || (order === 0 && id < place.id)
}

export function newestFirst(one: Place, other: Place) {
  return isAfter(one, other) ? 1 : -1
}
