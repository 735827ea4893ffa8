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
    <span className="strength row gap-4 full-width" data-level={level}>
      <meter
        className="strength-meter absolute"
        aria-label={strengthLabel}
        aria-valuetext={strength[level]}
        min={0}
        max={4}
        value={level}
      />
      {[1, 2, 3, 4].map((step) => (
        <i className="grows" key={step} data-on={step <= level || undefined} />
      ))}
      <span className="text-secondary" aria-live="polite">
        {strength[level]}
      </span>
    </span>
  )
}
