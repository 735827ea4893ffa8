import './factor-panel.css'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { SecondFactorStatus } from '#shared/second-factor.ts'
import { AppSection } from './app-section.tsx'
import { AppSetup } from './app-setup.tsx'
import { CodesSection } from './codes-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Setup = { secret: string; uri: string }
type Props = {
  /** Called after a factor was added and its recovery codes were shown. */
  onReady?: () => void
}

export function FactorPanel({ onReady }: Props) {
  const utils = trpc.useUtils()
  const status = trpc.secondFactor.status.useQuery(undefined, { staleTime: 0 })
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()

  function showCodes(next: string[] | null) {
    setSetup(undefined)
    void utils.secondFactor.status.invalidate()
    if (next) {
      setCodes(next)
    } else {
      onReady?.()
    }
  }
  function closeCodes() {
    setCodes(undefined)
    onReady?.()
  }

  if (codes) {
    return <RecoveryCodes codes={codes} onDone={closeCodes} />
  }
  if (setup) {
    return <AppSetup {...setup} onDone={showCodes} onCancel={() => setSetup(undefined)} />
  }
  return (
    <AsyncView query={status}>
      {(loaded) => <Sections status={loaded} onSetup={setSetup} onAdded={showCodes} onCodes={setCodes} />}
    </AsyncView>
  )
}

type SectionProps = {
  status: SecondFactorStatus
  onSetup: (setup: Setup) => void
  onAdded: (codes: string[] | null) => void
  onCodes: (codes: string[]) => void
}

function Sections({
  status: { totp, passkeys, recoveryCodes, isRequired },
  onSetup,
  onAdded,
  onCodes,
}: SectionProps) {
  const { secondFactor: texts } = useTexts()
  return (
    <div className="factors">
      {isRequired && (
        <p className="text-13 line-18 round-sm pad-10-12 backdrop-accent text-accent-soft margin-0-0-4">
          {texts.required}
        </p>
      )}
      <AppSection since={totp?.createdDate} onSetup={onSetup} />
      <PasskeySection passkeys={passkeys} onAdded={onAdded} />
      <CodesSection left={recoveryCodes?.left} onCodes={onCodes} />
    </div>
  )
}
