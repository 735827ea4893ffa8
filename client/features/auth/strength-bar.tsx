import './strength-bar.css'
import { useTexts } from '#client/texts/texts.tsx'
import { passwordStrength } from './password-strength.ts'

export function StrengthBar({ password }: { password: string }) {
  const { strength, strengthLabel } = useTexts().auth.register
  const level = passwordStrength(password)
  if (password === '') {
    return null
  }
  return (
    <span className="strength" data-level={level}>
      <meter
        className="strength-meter"
        aria-label={strengthLabel}
        aria-valuetext={strength[level]}
        min={0}
        max={4}
        value={level}
      />
      {[1, 2, 3, 4].map((step) => (
        <i key={step} data-on={step <= level || undefined} />
      ))}
      <span aria-live="polite">{strength[level]}</span>
    </span>
  )
}
