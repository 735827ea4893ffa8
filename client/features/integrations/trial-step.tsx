import { Button, FormControl, Input } from '@mui/joy'
import { Check, ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FieldLabel } from '#client/components/form-field.tsx'
import { toPlainLine } from '#client/components/plain-line.ts'
import { QrCode } from '#client/components/qr-code.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Channel, ChannelMessage } from '#shared/channels.ts'
import { personOf, type Values } from './sandbox-account.ts'
import { OpenStep } from './sheet-steps.tsx'
import { WindowRule } from './window-rule.tsx'

const WATCH_MS = 1_000
const QR_SIZE = 88

type Props = { channel: Channel; values: Values; onBack: () => void; onDone: () => void }

/** What happens with the first message, as it happens. */
export function TrialStep({ channel, values, onBack, onDone }: Props) {
  const { integrations: texts } = useTexts()
  const { sheet, trial } = texts
  const { received, sent, isDone, hasWindow } = useTrial(channel.id)
  const write = personOf(channel.kind, values)
  return (
    <OpenStep
      step="trial"
      note={sheet.inInbox}
      footer={
        <>
          <Button variant="plain" color="neutral" onClick={onBack}>
            {sheet.back}
          </Button>
          <Button onClick={onDone}>{sheet.finish}</Button>
        </>
      }
    >
      {write ? <SandboxPerson write={write} /> : <Invitation channel={channel} />}
      <ol className="trial-events unlisted grid gap-12" aria-live="polite">
        <Receipt received={received} />
        {received && <Answer received={received} sent={sent} />}
        {sent && <Delivery sent={sent} isDone={isDone} />}
      </ol>
      {isDone && (
        <p className="row gap-8 backdrop-success text-success-soft round-sm pad-10-12 flush" role="status">
          <Check size={16} aria-hidden="true" />
          <span>
            <strong>{trial.live(texts.kinds[channel.kind].name)}</strong>{' '}
            {trial.liveText(channel.flow?.name ?? '')}
          </span>
        </p>
      )}
      {hasWindow && <WindowRule kind={channel.kind} />}
    </OpenStep>
  )
}

/** The newest message and its answer. */
function useTrial(id: string) {
  const { data } = trpc.channels.details.useQuery({ id }, { refetchInterval: WATCH_MS })
  const messages = data?.messages ?? []
  const received = messages.find(({ direction }) => direction === 'in')
  const sent = received && messages.find((each) => each.direction === 'out' && each.date >= received.date)
  const hasWindow = typeof data?.windowHours === 'number'
  return { received, sent, isDone: sent !== undefined && arrived.has(sent.state), hasWindow }
}

const arrived: ReadonlySet<ChannelMessage['state']> = new Set(['sent', 'delivered', 'read'])

function Receipt({ received }: { received: ChannelMessage | undefined }) {
  const { trial } = useTexts().integrations
  return received ? (
    <Event state="live" title={trial.received} message={received}>
      {trial.from(received.text, received.name)}
    </Event>
  ) : (
    <Event state="working" title={trial.waiting} />
  )
}

function Delivery({ sent, isDone }: { sent: ChannelMessage; isDone: boolean }) {
  const { trial, messages } = useTexts().integrations
  const isBroken = sent.state === 'failed' || sent.state === 'unknown'
  const state = isDone ? 'live' : isBroken ? 'problem' : 'working'
  const isKnown = isDone || isBroken
  return (
    <Event
      state={state}
      title={isKnown ? messages.states[sent.state] : trial.sending}
      message={isKnown ? sent : undefined}
    >
      {sent.error}
    </Event>
  )
}

function Answer({ received, sent }: { received: ChannelMessage; sent: ChannelMessage | undefined }) {
  const { trial } = useTexts().integrations
  switch (received.state) {
    case 'answered':
      return (
        <Event state="live" title={trial.answered} message={sent}>
          {sent && `“${toPlainLine(sent.text).slice(0, 200)}”`}
        </Event>
      )
    case 'withheld':
      return <Event state="waiting" title={trial.withheld} />
    case 'failed':
      return (
        <Event state="problem" title={trial.failed}>
          {received.error}
        </Event>
      )
    default:
      return <Event state="working" title={trial.answering} />
  }
}

type EventProps = {
  state: DotState
  title: string
  message?: ChannelMessage | undefined
  children?: React.ReactNode
}

function Event({ state, title, message, children }: EventProps) {
  const [language] = useLanguage()
  return (
    <li className="trial-event">
      <StatusDot state={state} />
      <span className="grid shrinks">
        <span className="medium">{title}</span>
        {children && <span className="text-13 text-secondary breaks-anywhere">{children}</span>}
      </span>
      {message && (
        <time className="monospace text-13 text-tertiary" dateTime={message.date}>
          {formatDate(new Date(message.date), language, { timeStyle: 'medium' })}
        </time>
      )}
    </li>
  )
}

/** Where the owner writes with an account of their own. */
function Invitation({ channel }: { channel: Channel }) {
  const { trial } = useTexts().integrations
  const link = linkOf(channel)
  return link ? (
    <div className="row gap-16 outlined round-md pad-12">
      <QrCode text={link.url} label={trial.qr(link.text)} size={QR_SIZE} />
      <span className="grid gap-4 shrinks">
        <span className="text-13 text-secondary">{trial.scan}</span>
        <strong className="monospace truncate">{link.text}</strong>
        <a className="text-link inline-row gap-6" href={link.url} target="_blank" rel="noreferrer">
          {trial.openLink[link.kind]}
          <ExternalLink size={13} aria-hidden="true" />
        </a>
      </span>
    </div>
  ) : (
    <p className="flush text-secondary">{trial.write}</p>
  )
}

function linkOf({ kind, account }: Channel) {
  switch (kind) {
    case 'telegram': {
      const text = `t.me/${account.address.replace('@', '')}`
      return { kind, text, url: `https://${text}` } as const
    }
    case 'whatsapp':
      return {
        ...{ kind, text: account.address },
        url: `https://wa.me/${account.address.replace(/\D/g, '')}`,
      } as const
    case 'email':
      return { kind, text: account.address, url: `mailto:${account.address}` } as const
    default:
      return undefined
  }
}

function SandboxPerson({ write }: { write: (text: string) => Promise<void> }) {
  const { trial } = useTexts().integrations
  const [text, setText] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    void write(text).catch(() => undefined)
    setText('')
  }
  return (
    <form className="backdrop-glaze round-sm pad-12" onSubmit={submit}>
      <FormControl>
        <FieldLabel label={trial.sandboxLabel} />
        <div className="row gap-8">
          <Input className="grows" value={text} onChange={({ target }) => setText(target.value)} autoFocus />
          <Button type="submit" variant="outlined" color="neutral" disabled={text.trim() === ''}>
            {trial.send}
          </Button>
        </div>
      </FormControl>
    </form>
  )
}
