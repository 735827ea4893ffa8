import type { z } from 'zod'
import type { accountCapsSchema, flowCapsSchema } from '#shared/usage.ts'
import { readCapText } from './cap-text.ts'

export type AccountCaps = z.infer<typeof accountCapsSchema>
export type FlowCaps = z.infer<typeof flowCapsSchema>[number]
type Text = string | null

export type CapsRead = {
  /** Names of the fields with invalid amounts; the other values count only when this is empty. */
  wrong: ReadonlySet<string>
  account: { perDay: Text; perMonth: Text; lowBalance: string } | undefined
  flows: { flowId: string; perDay: Text; perConversation: Text }[]
}

export function readCapsForm(form: FormData, before: { account: AccountCaps; flows: FlowCaps[] }): CapsRead {
  const wrong = new Set<string>()
  const read = (name: string): Text => {
    const text = readCapText(String(form.get(name) ?? ''))
    if (text === undefined) {
      wrong.add(name)
    }
    return text ?? null
  }

  const account = {
    perDay: read('perDay'),
    perMonth: read('perMonth'),
    lowBalance: read('lowBalance') ?? '0',
  }
  const flows = before.flows.map(({ flowId, ...caps }) => ({
    caps,
    read: { flowId, perDay: read(`${flowId}.perDay`), perConversation: read(`${flowId}.perConversation`) },
  }))
  const isAccountSame =
    isSame(account.perDay, before.account.perDay) &&
    isSame(account.perMonth, before.account.perMonth) &&
    isSame(account.lowBalance, before.account.lowBalance)

  return {
    wrong,
    account: isAccountSame ? undefined : account,
    flows: flows
      .filter(
        ({ caps, read: now }) =>
          !(isSame(now.perDay, caps.perDay) && isSame(now.perConversation, caps.perConversation)),
      )
      .map((each) => each.read),
  }
}

const isSame = (text: Text, dollars: number | null) => (text === null ? null : Number(text)) === dollars
