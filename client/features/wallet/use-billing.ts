import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { DEFAULT_PHONE_CODE, formatNational, phoneDigits } from '#shared/phone.ts'
import type { Me, ProfileChanges } from '#shared/profile.ts'
import type { BillingValues } from './top-up-rules.ts'

const blank: BillingValues = {
  address: '',
  customerName: '',
  companyName: '',
  companyVatNo: '',
  companyAddress: '',
  companyPhone: '',
  companyEmail: '',
}

/** Edited billing fields; preserved when a card is declined and the dialog reopens. */
export type BillingDraft = {
  typed: Partial<BillingValues>
  code: string | undefined
  savesToProfile: boolean
}

const untouched: BillingDraft = { typed: {}, code: undefined, savesToProfile: false }

/** Values of the billing fields: edited ones, else the profile, else blank when the profile cannot be loaded. */
export function useBilling(before: BillingDraft = untouched) {
  const me = trpc.auth.me.useQuery(undefined, { retry: false })
  const [draft, setDraft] = useState(before)
  const put = (changes: Partial<BillingDraft>) => setDraft((known) => ({ ...known, ...changes }))

  const stored = me.data && prefill(me.data)
  const code = draft.code ?? stored?.code ?? DEFAULT_PHONE_CODE
  const profile = stored ? { ...stored.values, companyPhone: formatNational(stored.phone, code) } : blank
  const values = { ...blank, ...profile, ...draft.typed }
  const isChanged =
    stored !== undefined && (code !== stored.code || fields.some((name) => values[name] !== profile[name]))
  return {
    values,
    code,
    draft,
    setCode: (next: string) => put({ code: next }),
    set: (name: keyof BillingValues, value: string) =>
      setDraft((known) => ({ ...known, typed: { ...known.typed, [name]: value } })),
    isFromProfile: Object.values(profile).some((value) => value !== ''),
    isChanged,
    savesToProfile: draft.savesToProfile,
    setSavesToProfile: (savesToProfile: boolean) => put({ savesToProfile }),
    /** The order's format: phone with country code, digits only. */
    order: () => ({ ...values, companyPhone: `${code}${phoneDigits(values.companyPhone)}` }),
    /** Undefined unless the user chose to save them to the profile. */
    profileChanges: (): ProfileChanges | undefined =>
      isChanged && draft.savesToProfile
        ? { ...values, companyPhone: phoneDigits(values.companyPhone), companyPhoneCountryCode: code }
        : undefined,
  }
}

const fields = Object.keys(blank) as (keyof BillingValues)[]

/** A company without phone or email defaults to those of its user. */
function prefill(me: Me) {
  const { address, customerName, companyName, companyVatNo, companyAddress } = me
  const hasPhone = me.companyPhone !== '' || me.phone === ''
  const [phone, code] = hasPhone
    ? [me.companyPhone, me.companyPhoneCountryCode]
    : [me.phone, me.phoneCountryCode]
  const companyEmail = me.companyEmail || me.email
  const values = { address, customerName, companyName, companyVatNo, companyAddress, companyEmail }
  return { values, phone, code: code || DEFAULT_PHONE_CODE }
}
