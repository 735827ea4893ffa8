import { Button } from '@mui/joy'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { CopyLine } from '#client/components/copy-line.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel, FormField } from '#client/components/form-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import type { FormErrors } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import { type Channel, type ChannelKind, channelFields } from '#shared/channels.ts'
import { EmailFields } from './email-fields.tsx'
import { enterHook, makeSandboxAccount, type Values } from './sandbox-account.ts'
import { OpenStep } from './sheet-steps.tsx'

/** How often the server is asked whether the platform has called. */
const WAIT_MS = 1_500

type Props = {
  kind: ChannelKind
  channel: Channel | undefined
  isReplacing: boolean
  values: Values
  onDone: (channel: Channel, values: Values) => void
  children: ReactNode
}

/** Platforms to which the owner gives no address: they learn it from this server, or are read by it. */
const isWithoutHook = (kind: ChannelKind) => kind === 'telegram' || kind === 'email'

function isBotToken(kind: ChannelKind, { botToken = '' }: Values) {
  return kind === 'telegram' && /^\d{3,}:[\w-]{10,}$/.test(botToken)
}

/** What the owner copies from the platform, and what they enter there. */
export function AccountStep({ kind, channel: given, isReplacing, values: before, onDone, children }: Props) {
  const { integrations: texts } = useTexts()
  const [values, setValues] = useState(before)
  const [issues, setIssues] = useState<FormErrors>({})
  const [channel, setChannel] = useState(given)
  const [secret, setSecret] = useState<string | null>(null)
  const check = trpc.channels.check.useMutation()
  const creation = trpc.channels.create.useMutation()
  const replacing = trpc.channels.replaceValues.useMutation()
  const { error } = [creation, replacing].find((each) => each.error) ?? { error: null }
  const isBusy = creation.isPending || replacing.isPending
  const requested = isReplacing ? secretsOf(kind) : channelFields[kind]
  const isEntering = channel === undefined || isReplacing

  function change(next: Values) {
    setValues(next)
    setIssues({})
    // A pasted token is looked up at once.
    if (isBotToken(kind, next)) {
      check.mutate({ kind, values: next }, { onError: showIssues })
    } else {
      check.reset()
    }
  }
  function showIssues(failure: unknown) {
    const { details } = toAppError(failure)
    setIssues(
      Object.fromEntries(
        Object.entries(details ?? {}).filter(([, each]) => Array.isArray(each)),
      ) as FormErrors,
    )
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReplacing && channel) {
      replacing.mutate(
        { id: channel.id, values },
        { onError: showIssues, onSuccess: (replaced) => onDone(replaced, values) },
      )
    } else if (channel) {
      onDone(channel, values)
    } else {
      creation.mutate(
        { kind, values },
        {
          onError: showIssues,
          onSuccess({ signingSecret, ...created }) {
            setChannel(created)
            setSecret(signingSecret)
            if (isWithoutHook(kind)) {
              onDone(created, values)
            }
          },
        },
      )
    }
  }
  const entered = isEntering ? undefined : channel
  return (
    <form className="connect-form" onSubmit={submit} noValidate>
      <OpenStep
        step="account"
        note={isReplacing ? '' : texts.sheet.notLive}
        after={children}
        footer={
          <NextButton
            channel={entered}
            isReady={isFilled(isEntering ? requested : [], values)}
            isBusy={isBusy}
            busy={texts.sheet.checking}
          />
        }
      >
        <ol className="connect-list text-13 text-secondary">
          {texts.steps[kind].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        {error && <Failure error={error} issues={issues} fields={requested} />}
        {isEntering && (
          <Fields kind={kind} fields={requested} values={values} issues={issues} onChange={change} />
        )}
        {isEntering && <SandboxAccount kind={kind} isReplacing={isReplacing} onChoose={change} />}
        {check.data && <Found {...check.data} />}
        {entered && <Entered channel={entered} values={values} secret={secret} />}
      </OpenStep>
    </form>
  )
}

type FieldList = (typeof channelFields)[ChannelKind]

const secretsOf = (kind: ChannelKind): FieldList => channelFields[kind].filter(({ isSecret }) => isSecret)
const isFilled = (fields: FieldList, values: Values) =>
  fields.every(({ name, isOptional }) => values[name] || isOptional)

/** Of the whole form, or of a field that is not shown: only secrets are replaced. */
function Failure({ error, issues, fields }: { error: unknown; issues: FormErrors; fields: FieldList }) {
  const errorText = useErrorText()
  const sentence = useSentence()
  const [issue] = Object.values(issues).flatMap((each) => each ?? [])
  const isAtField = fields.some(({ name }) => issues[name]?.length)
  return isAtField ? null : <FormBanner>{issue ? sentence(issue) : errorText(error)}</FormBanner>
}

type NextProps = { channel: Channel | undefined; isReady: boolean; isBusy: boolean; busy: string }

/** Waits for the platform's first call where the owner has entered the address by hand. */
function NextButton({ channel, isReady, isBusy, busy }: NextProps) {
  const { sheet } = useTexts().integrations
  const isVerified = useVerified(channel)
  const mayGo = !channel || channel.kind === 'webhook' || isWithoutHook(channel.kind) || isVerified
  return (
    <Button type="submit" disabled={!isReady || isBusy || !mayGo}>
      {isBusy ? busy : sheet.next}
    </Button>
  )
}

function useVerified(channel: Channel | undefined): boolean {
  const { data } = trpc.channels.get.useQuery(
    { id: channel?.id ?? '' },
    { enabled: channel !== undefined, refetchInterval: WAIT_MS },
  )
  return Boolean(data?.verifiedDate ?? channel?.verifiedDate)
}

type FieldsProps = {
  kind: ChannelKind
  fields: FieldList
  values: Values
  issues: FormErrors
  onChange: (values: Values) => void
}

function Fields({ kind, fields, values, issues, onChange }: FieldsProps) {
  const { fields: texts, sheet } = useTexts().integrations
  const labels: Record<string, string> = texts[kind]
  return kind === 'email' && fields.length > 1 ? (
    <EmailFields values={values} issues={issues} onChange={onChange} />
  ) : (
    <div className="connect-fields">
      {fields.map(({ name, isSecret }, index) => {
        const shared = {
          ...{ name, label: labels[name] ?? name, errors: issues, value: values[name] ?? '', required: true },
          ...{ autoComplete: 'off', spellCheck: false, autoFocus: index === 0 },
          onChange: ({ target }: { target: { value: string } }) =>
            onChange({ ...values, [name]: target.value.trim() }),
        }
        return (
          <div key={name} data-wide={isSecret || kind === 'webhook' || undefined}>
            {isSecret ? <PasswordField {...shared} help={sheet.encrypted} /> : <FormField {...shared} />}
          </div>
        )
      })}
    </div>
  )
}

type SandboxProps = { kind: ChannelKind; isReplacing: boolean; onChoose: (values: Values) => void }

function SandboxAccount({ kind, isReplacing, onChoose }: SandboxProps) {
  const { sheet } = useTexts().integrations
  const version = trpc.version.get.useQuery()
  const canPlay = version.data?.sandbox && !isReplacing && makeSandboxAccount(kind) !== undefined
  return canPlay ? (
    <div className="connect-sandbox row gap-12 backdrop-glaze round-sm pad-10-12">
      <p className="text-13 grows shrinks flush">{sheet.sandboxText}</p>
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        onClick={() => onChoose(makeSandboxAccount(kind) ?? {})}
      >
        {sheet.sandbox}
      </Button>
    </div>
  ) : null
}

function Found({
  name,
  address,
  otherWebhook,
}: {
  name: string
  address: string
  otherWebhook: string | null
}) {
  const { sheet } = useTexts().integrations
  return (
    <>
      <div className="row gap-12 outlined round-sm pad-12" role="status">
        <span className="grid grows shrinks">
          <strong>{name}</strong>
          <span className="text-13 text-tertiary">{address}</span>
        </span>
        <span className="inline-row gap-8">
          <StatusDot state="live" />
          {sheet.found}
        </span>
      </div>
      {otherWebhook && <FormBanner tone="warning">{sheet.otherWebhook(hostOf(otherWebhook))}</FormBanner>}
    </>
  )
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

type HookProps = { channel: Channel; values: Values; secret: string | null }

function Entered(props: HookProps) {
  const { account, kind } = props.channel
  return (
    <>
      <p className="connect-found row gap-8 backdrop-success text-success-soft round-sm pad-10-12 flush">
        <Check size={16} aria-hidden="true" />
        <span>
          <strong>{account.name}</strong> {account.address}
        </span>
      </p>
      {!isWithoutHook(kind) && <HookAddress {...props} />}
    </>
  )
}

function HookAddress({ channel, values, secret }: HookProps) {
  const { hook } = useTexts().integrations
  const isVerified = useVerified(channel)
  const { kind, webhookUrl, verifyToken } = channel
  const canPlay = kind !== 'webhook' && Object.values(values).some((value) => value.includes('sandbox'))
  return (
    <div className="grid gap-16 line-above connect-hook">
      <p className="text-13 text-secondary flush">{hook[kind]}</p>
      <Copied label={hook.url} text={webhookUrl} />
      {verifyToken && <Copied label={hook.verifyToken} text={verifyToken} />}
      {secret && <Copied label={hook.secret} text={secret} note={hook.secretText} />}
      {kind !== 'webhook' && (
        <p className="row gap-12 flush" role="status">
          <StatusDot state={isVerified ? 'live' : 'working'} />
          <span className="grid grows">
            <span className="medium">{isVerified ? hook.called : hook.waiting}</span>
            {!isVerified && <span className="text-13 text-tertiary">{hook.waitingText}</span>}
          </span>
          {canPlay && !isVerified && (
            <Button
              size="sm"
              variant="outlined"
              color="neutral"
              onClick={() => void enterHook(kind, values, channel).catch(() => undefined)}
            >
              {hook.callNow}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

function Copied({ label, text, note }: { label: string; text: string; note?: string }) {
  return (
    <div>
      <FieldLabel label={label} />
      <CopyLine label={label} text={text} />
      {note && <p className="text-13 text-warning margin-4-0-0">{note}</p>}
    </div>
  )
}
