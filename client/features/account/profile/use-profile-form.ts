import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormErrors } from '#client/components/use-form.ts'
import { formatNational, phoneDigits } from '#shared/phone.ts'
import { checkProfile, type FullProfile, type Profile, profileSchema } from '#shared/profile.ts'

/** Product spec: delay of validation while typing. */
const VALIDATION_DELAY_MS = 1_500

/** The field whose issue a change affects; changes of other fields are validated on save. */
const checkedWith: Partial<Record<keyof Profile, keyof Profile>> = {
  phone: 'phone',
  phoneCountryCode: 'phone',
  companyPhone: 'companyPhone',
  companyPhoneCountryCode: 'companyPhone',
  companyEmail: 'companyEmail',
}

/** Edits of a loaded profile; without a `draft` the form is read-only. */
export function useProfileForm(loaded: FullProfile) {
  const [draft, setDraft] = useState<Profile>()
  const [errors, setErrors] = useState<FormErrors>({})
  const pauses = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const stopPauses = useCallback(() => {
    for (const pause of pauses.current.values()) {
      clearTimeout(pause)
    }
    pauses.current.clear()
  }, [])
  useEffect(() => stopPauses, [stopPauses])

  function checkLater(field: keyof Profile, profile: Profile) {
    clearTimeout(pauses.current.get(field))
    const check = () => {
      const sentence = checkProfile(profile)[field]
      setErrors((before) => ({ ...before, [field]: sentence === undefined ? undefined : [sentence] }))
    }
    pauses.current.set(field, setTimeout(check, VALIDATION_DELAY_MS))
  }

  function change(field: keyof Profile, value: string) {
    if (!draft || draft[field] === value) {
      return
    }
    const next = { ...draft, [field]: value }
    setDraft(next)
    const issue = checkedWith[field]
    if (issue) {
      checkLater(issue, next)
    } else {
      setErrors((before) => ({ ...before, [field]: undefined }))
    }
  }

  /** Validates all fields, as before saving. Returns the first invalid field in form order, or undefined. */
  function check(): keyof Profile | undefined {
    stopPauses()
    const issues = draft ? checkProfile(draft) : {}
    setErrors(Object.fromEntries(Object.entries(issues).map(([field, sentence]) => [field, [sentence]])))
    return fields.find((field) => issues[field])
  }

  function end() {
    stopPauses()
    setErrors({})
    setDraft(undefined)
  }

  return {
    draft,
    errors,
    setErrors,
    change,
    check,
    end,
    begin: () => setDraft(asWritten(profileSchema.parse(loaded))),
    isDirty: (names: readonly (keyof Profile)[] = fields) =>
      draft !== undefined && names.some((field) => differs(field, draft[field], loaded[field])),
  }
}

/** Phone numbers in the format of their country, so that leaving an unchanged field is no change. */
function asWritten(profile: Profile): Profile {
  const { phone, phoneCountryCode, companyPhone, companyPhoneCountryCode } = profile
  return {
    ...profile,
    phone: formatNational(phone, phoneCountryCode),
    companyPhone: formatNational(companyPhone, companyPhoneCountryCode),
  }
}

function differs(field: keyof Profile, one: string, other: string) {
  const isPhone = field === 'phone' || field === 'companyPhone'
  return isPhone ? phoneDigits(one) !== phoneDigits(other) : one !== other
}
export type ProfileForm = ReturnType<typeof useProfileForm>

export const personalFields = ['customerName', 'address', 'phone', 'phoneCountryCode'] as const
export const companyFields = [
  'companyName',
  'companyVatNo',
  'companyAddress',
  'companyPhone',
  'companyPhoneCountryCode',
  'companyEmail',
] as const
const fields = [...personalFields, ...companyFields]
