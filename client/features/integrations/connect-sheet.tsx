import { Drawer, IconButton } from '@mui/joy'
import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Channel, ChannelKind } from '#shared/channels.ts'
import { AccountStep } from './account-step.tsx'
import { ChannelTile } from './channel-parts.tsx'
import { FlowStep } from './flow-step.tsx'
import type { Values } from './sandbox-account.ts'
import { Folded, Later, type Step } from './sheet-steps.tsx'
import { TrialStep } from './trial-step.tsx'

type Props = {
  kind: ChannelKind
  /** A channel that is set up further, or whose token is replaced. */
  channel?: Channel
  isReplacing?: boolean
  /** Opens at the choice of the flow. */
  isMoving?: boolean
  onClose: () => void
}

/** Account, flow, test message: one after another on a thread. */
export function ConnectSheet({
  kind,
  channel: given,
  isReplacing = false,
  isMoving = false,
  onClose,
}: Props) {
  const { integrations: texts } = useTexts()
  const { sheet } = texts
  const toasts = useToasts()
  const utils = trpc.useUtils()
  const [created, setCreated] = useState<Channel | undefined>(given)
  const [values, setValues] = useState<Values>({})
  const [step, setStep] = useState<Step>(isMoving ? 'flow' : 'account')
  const { name } = texts.kinds[kind]
  const replaceTitle = kind === 'email' ? texts.mail.replaceTitle : sheet.replaceTitle(name)
  const shown = created?.account.address || created?.account.name

  function close() {
    void utils.channels.invalidate()
    onClose()
  }
  function onAccount(channel: Channel, entered: Values) {
    setCreated(channel)
    setValues(entered)
    if (isReplacing) {
      toasts.success(kind === 'email' ? texts.mail.replaced : texts.replaced)
      close()
    } else {
      setStep('flow')
    }
  }
  return (
    <Frame
      kind={kind}
      title={isReplacing ? replaceTitle : sheet.title(name)}
      text={sheet.durations[kind]}
      onClose={close}
    >
      {step === 'account' ? (
        <AccountStep
          kind={kind}
          channel={created}
          isReplacing={isReplacing}
          values={values}
          onDone={onAccount}
        >
          {!isReplacing && <Later steps={['flow', 'trial']} />}
        </AccountStep>
      ) : (
        <>
          <Folded
            step="account"
            text={shown}
            {...(step === 'flow' && !isMoving && { onChange: () => setStep('account') })}
          />
          {step === 'flow' && created && (
            <FlowStep
              channel={created}
              {...(!isMoving && { onBack: () => setStep('account') })}
              onDone={(channel) => {
                setCreated(channel)
                void utils.channels.invalidate()
                isMoving ? close() : setStep('trial')
              }}
            >
              {!isMoving && <Later steps={['trial']} />}
            </FlowStep>
          )}
          {step === 'trial' && created && (
            <>
              <Folded step="flow" text={created.flow?.name} onChange={() => setStep('flow')} />
              <TrialStep channel={created} values={values} onBack={() => setStep('flow')} onDone={close} />
            </>
          )}
        </>
      )}
    </Frame>
  )
}

type FrameProps = { kind: ChannelKind; title: string; text: string; onClose: () => void; children: ReactNode }

function Frame({ kind, title, text, onClose, children }: FrameProps) {
  const { common } = useTexts()
  const id = useId()
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ content: { className: 'connect-sheet', role: 'dialog', 'aria-labelledby': id } }}
    >
      <header className="connect-head flex gap-16 items-flex-start">
        <ChannelTile kind={kind} />
        <div className="grows shrinks">
          <h2 className="connect-title flush" id={id}>
            {title}
          </h2>
          <p className="text-13 text-secondary flush">{text}</p>
        </div>
        <IconButton size="sm" variant="plain" aria-label={common.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>
      {children}
    </Drawer>
  )
}
