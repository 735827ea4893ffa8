import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'

export const currentDateTime = defineNode({
  name: 'currentDateTime',
  label: 'CurrentDateTime',
  version: 1,
  category: 'Tools',
  description: 'Returns the current date and time.',
  icon: 'clock',
  baseClasses: ['CurrentDateTime', 'Tool'],
  inputs: {},

  build: () => ({
    name: 'current_date_time',
    description: 'Gives the current day of the week, date and time.',
    parameters: {
      type: 'object',
      properties: {
        timeZone: {
          type: 'string',
          description: 'An IANA time zone such as Europe/Istanbul. UTC where absent.',
        },
      },
      required: [],
      additionalProperties: false,
    },
    effect: 'read' as const,
    call: async (args) => ({ text: JSON.stringify(describe(new Date(), zoneOf(args))) }),
  }),
})

function describe(now: Date, timeZone: string) {
  const part = (options: Intl.DateTimeFormatOptions) => format(now, { ...options, timeZone })
  const [date = '', time = ''] = format(now, {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).split(', ')
  return { day: part({ weekday: 'long' }), date, time, timeZone, utc: now.toISOString() }
}

function format(now: Date, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat('en-CA', options).format(now)
  } catch (cause) {
    throw new AppError('INVALID_INPUT', `${options.timeZone} is not a time zone.`, { cause })
  }
}

function zoneOf(args: Json) {
  const given = isRecord(args) ? args.timeZone : undefined
  return typeof given === 'string' && given !== '' ? given : 'UTC'
}
