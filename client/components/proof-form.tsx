import './proof-form.css'
import { Button } from '@mui/joy'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { toAppError } from '#client/api/errors.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type ProofMethod, totpCode } from '#shared/second-factor.ts'
import { FormBanner } from './form-banner.tsx'
import { FormField } from './form-field.tsx'
import { PasswordField } from './password-field.tsx'
import { useForm } from './use-form.ts'

export type TypedProof = { code: string } | { recoveryCode: string } | { password: string }
type Typed = Exclude<ProofMethod, 'passkey'>

type Props = {
  methods: readonly ProofMethod[]
  error: unknown
  isBusy: boolean
  onProof: (proof: TypedProof) => void
  onPasskey: () => void
}

/** Requests a proof by the first method and offers the others. */
export function ProofForm({ methods, error, isBusy, onProof, onPasskey }: Props) {
  const { proof: texts } = useTexts().secondFactor
  const [method, setMethod] = useState(methods[0] ?? 'password')
  const [shown, setShown] = useState<unknown>()
  const others = methods.filter((each) => each !== method)

  function choose(next: ProofMethod) {
    setMethod(next)
    // An error of the previous method does not apply to the next one.
    setShown(error)
    if (next === 'passkey') {
      onPasskey()
    }
  }
  const current = error === shown ? undefined : error
  return (
    <div className="proof">
      {method === 'passkey' ? (
        <PasskeyProof error={current} isBusy={isBusy} onPasskey={onPasskey} />
      ) : (
        <TypedProofForm key={method} method={method} error={current} isBusy={isBusy} onProof={onProof} />
      )}
      {others.length > 0 && (
        <fieldset className="proof-others flex wraps unpadded borderless" aria-label={texts.others}>
          {others.map((each) => (
            <Button
              key={each}
              variant="plain"
              color="neutral"
              size="sm"
              disabled={isBusy}
              onClick={() => choose(each)}
            >
              {texts.ways[each]}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

type PasskeyProps = Pick<Props, 'error' | 'isBusy' | 'onPasskey'>

function PasskeyProof({ error, isBusy, onPasskey }: PasskeyProps) {
  const { proof: texts } = useTexts().secondFactor
  const errorText = useErrorText()
  return (
    <>
      {error ? <FormBanner>{errorText(error)}</FormBanner> : null}
      <p className="proof-text text-secondary">{texts.passkeyText}</p>
      <Button
        size="lg"
        autoFocus
        disabled={isBusy}
        aria-busy={isBusy}
        startDecorator={<Fingerprint size={18} aria-hidden="true" />}
        onClick={onPasskey}
      >
        {texts.ways.passkey}
      </Button>
    </>
  )
}

const fields = { code: 'code', recovery: 'recoveryCode', password: 'password' } as const
const schemas = {
  code: z.object({ code: totpCode }),
  recovery: z.object({ recoveryCode: z.string().trim().min(1, 'Enter a recovery code') }),
  password: z.object({ password: z.string().min(1, 'Enter your password') }),
}

type TypedProps = Pick<Props, 'error' | 'isBusy' | 'onProof'> & { method: Typed }

function TypedProofForm({ method, error, isBusy, onProof }: TypedProps) {
  const { proof: texts } = useTexts().secondFactor
  const errorText = useErrorText()
  const schema: z.ZodType<TypedProof> = schemas[method]
  const form = useForm(schema, onProof)
  const name = fields[method]
  const ofField = error ? toAppError(error).details?.[name] : undefined
  const errors = { ...form.errors, ...(Array.isArray(ofField) && { [name]: ofField as string[] }) }
  return (
    <form {...form.handlers}>
      {error && !ofField ? <FormBanner>{errorText(error)}</FormBanner> : null}
      <ProofField method={method} errors={errors} readOnly={isBusy} />
      <Button type="submit" size="lg" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? texts.confirming : texts.confirm}
      </Button>
    </form>
  )
}

type FieldProps = { method: Typed; errors: Record<string, string[] | undefined>; readOnly: boolean }

function ProofField({ method, errors, readOnly }: FieldProps) {
  const { proof: texts } = useTexts().secondFactor
  const shared = { errors, size: 'lg', autoFocus: true, readOnly } as const
  if (method === 'password') {
    return (
      <PasswordField {...shared} label={texts.password} name="password" autoComplete="current-password" />
    )
  }
  return method === 'code' ? (
    <FormField
      {...shared}
      label={texts.code}
      help={texts.codeHelp}
      name="code"
      autoComplete="one-time-code"
      className="proof-code"
      slotProps={{ input: { inputMode: 'numeric', maxLength: 7 } }}
    />
  ) : (
    <FormField
      {...shared}
      label={texts.recoveryCode}
      help={texts.recoveryHelp}
      name="recoveryCode"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="proof-code"
    />
  )
}
