import { toRecord } from '#shared/json.ts'

/** Request fields stored in the audit trail: amounts, reasons and names. All other fields are ignored. */
const reported: ReadonlySet<string> = new Set([
  'id',
  'flowId',
  'orderId',
  'postingId',
  'chatId',
  'name',
  'keyName',
  'credentialName',
  'username',
  'permissions',
  'type',
  'role',
  'shared',
  'amount',
  'reason',
  'note',
  'accept',
  'provider',
  'model',
  'inputUsdPerMillion',
  'outputUsdPerMillion',
  'perDay',
  'perMonth',
  'perConversation',
])
const MAX_LENGTH = 500

/** Details of a request: the fields above with their values, and the names of all others. Never contains a secret. */
export function detailsOf(input: unknown): Record<string, unknown> {
  const fields = Object.entries(toRecord(input)).filter(([, value]) => value !== undefined)
  const shown = fields.filter(([name, value]) => reported.has(name) && isShort(value))
  const others = fields.filter(([name, value]) => !(reported.has(name) && isShort(value)))
  const names = others.map(([name]) => name.slice(0, 60)).slice(0, 40)
  return { ...Object.fromEntries(shown), ...(names.length > 0 && { fields: names }) }
}

function isShort(value: unknown) {
  return JSON.stringify(value).length <= MAX_LENGTH
}
