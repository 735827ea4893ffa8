/** 0 too short, 1 weak … 4 strong. A hint, not a rule: length counts most, repetitions and sequences lower it. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < 8) {
    return 0
  }
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const distinct = new Set(password.toLowerCase()).size
  const bits = Math.min(password.length, distinct * 2) * (2 + kinds * 0.8) - runs(password) * 6
  const steps = [26, 40, 56] as const
  return (1 + steps.filter((step) => bits >= step).length) as 1 | 2 | 3 | 4
}

function runs(password: string) {
  const codes = [...password.toLowerCase()].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.filter((step, index) => Math.abs(step) <= 1 && step === steps[index + 1]).length
}
