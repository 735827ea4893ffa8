import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { DEFAULT_PHONE_CODE, formatNational, phoneDigits } from '#shared/phone.ts'
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

/** The billing block: what is typed, over what the profile says, over nothing where the profile cannot be had. */
export function useBilling() {
  const me = trpc.auth.me.useQuery(undefined, { retry: false })
  const [typed, setTyped] = useState<Partial<BillingValues>>({})
  const [typedCode, setTypedCode] = useState<string>()

  const code = typedCode ?? (me.data?.companyPhoneCountryCode || DEFAULT_PHONE_CODE)
  const profile = me.data ? pick(me.data, code) : blank
  const values = { ...blank, ...profile, ...typed }
  return {
    values,
    code,
    setCode: setTypedCode,
    set: (name: keyof BillingValues, value: string) => setTyped((before) => ({ ...before, [name]: value })),
    isFromProfile: Object.values(profile).some((value) => value !== ''),
    /** As the order wants it: the phone with its country code and nothing but digits. */
    order: () => ({ ...values, companyPhone: `${code}${phoneDigits(values.companyPhone)}` }),
  }
}

function pick(profile: BillingValues, code: string): BillingValues {
  const { address, customerName, companyName, companyVatNo, companyAddress, companyPhone, companyEmail } =
    profile
  return {
    address,
    customerName,
    companyName,
    companyVatNo,
    companyAddress,
    companyPhone: formatNational(companyPhone, code),
    companyEmail,
  }
}
