import './integrations.css'
import { Button } from '@mui/joy'
import { Pause, Play, Send } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { ListSkeleton } from '#client/components/list-frame.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment, RelativeTime } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Channel, ChannelDetails } from '#shared/channels.ts'
import { ChannelMessages } from './channel-messages.tsx'
import { ChannelState, ChannelTile, isBroken } from './channel-parts.tsx'
import type { ChannelPaths } from './channel-paths.ts'
import { ConnectSheet } from './connect-sheet.tsx'
import { Problem } from './integrations-screen.tsx'
import { TestDialog } from './test-dialog.tsx'
import { WindowRule } from './window-rule.tsx'

const REFRESH_MS = 4_000
const HOUR_MS = 3_600_000

type Props = { id: string; paths: ChannelPaths }
type Open = 'test' | 'replace' | 'flow'

/** One channel: what was received and sent, what failed, and its connection. */
export function ChannelScreen({ id, paths }: Props) {
  const { integrations: texts } = useTexts()
  const query = trpc.channels.details.useQuery({ id }, { refetchInterval: REFRESH_MS })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { data } = query
  const name = data ? texts.kinds[data.channel.kind].name : ''
  useCrumbs(name ? [{ name }] : [])
  return (
    <>
      <AsyncView query={query} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
        {(details) => <Details details={details} paths={paths} onOpen={setOpen} />}
      </AsyncView>
      {data && open === 'test' && <TestDialog details={data} onClose={close} />}
      {data && (open === 'replace' || open === 'flow') && (
        <ConnectSheet
          kind={data.channel.kind}
          channel={data.channel}
          isReplacing={open === 'replace'}
          isMoving={open === 'flow'}
          onClose={close}
        />
      )}
    </>
  )
}

type DetailsProps = { details: ChannelDetails; paths: ChannelPaths; onOpen: (open: Open) => void }

function Details({ details, paths, onOpen }: DetailsProps) {
  const { integrations: texts } = useTexts()
  const { channel, messages, errors, windowHours } = details
  const { kind, account } = channel
  return (
    <>
      <header className="channel-head row gap-16 wraps">
        <ChannelTile kind={kind} />
        <div className="grows shrinks">
          <h1 className="flush channel-heading">{texts.kinds[kind].name}</h1>
          <p className="row gap-12 wraps flush text-secondary">
            <span className="monospace breaks-anywhere">{account.address || account.name}</span>
            <ChannelState channel={channel} />
          </p>
        </div>
        <PauseButton channel={channel} />
        <Button
          startDecorator={<Send size={15} />}
          disabled={channel.pausedDate !== null}
          onClick={() => onOpen('test')}
        >
          {texts.test.open}
        </Button>
      </header>
      <Paused channel={channel} />
      {isBroken(channel) && <Problem channel={channel} onReplace={() => onOpen('replace')} />}
      <div className="channel-page">
        <div className="grid gap-16 shrinks content-start">
          <Counts details={details} />
          <div className="surface outlined round-md clips">
            <h2 className="channel-section-title text-14">{texts.messages.title}</h2>
            <ChannelMessages messages={messages} hasWindow={windowHours !== null} />
          </div>
          {errors.length > 0 && <Errors errors={errors} />}
        </div>
        <aside className="grid gap-24 content-start">
          {windowHours !== null && (
            <WindowRule kind={kind}>
              <Windows details={details} />
            </WindowRule>
          )}
          <Connection channel={channel} paths={paths} onChange={() => onOpen('flow')} />
          <Disconnect channel={channel} paths={paths} />
        </aside>
      </div>
    </>
  )
}

function PauseButton({ channel: { id, kind, flow, pausedDate, waiting } }: { channel: Channel }) {
  const { integrations: texts } = useTexts()
  const { pause } = texts
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const options = {
    onSuccess: () => utils.channels.invalidate(),
    onError: (error: unknown) => toasts.error(errorText(error)),
  }
  const pausing = trpc.channels.pause.useMutation(options)
  const resuming = trpc.channels.resume.useMutation(options)
  const isPaused = pausedDate !== null
  if (!flow) {
    return null
  }
  async function toggle() {
    const question = {
      title: pause.question(texts.kinds[kind].name),
      description: pause.detail(waiting),
      confirmButtonName: pause.resume,
    }
    if (!isPaused) {
      pausing.mutate({ id })
    } else if (waiting === 0 || (await confirm(question))) {
      resuming.mutate({ id })
    }
  }
  return (
    <Button
      variant="outlined"
      color="neutral"
      startDecorator={isPaused ? <Play size={15} /> : <Pause size={15} />}
      loading={pausing.isPending || resuming.isPending}
      onClick={() => void toggle()}
    >
      {isPaused ? pause.resume : pause.pause}
    </Button>
  )
}

function Paused({ channel: { pausedDate, waiting, queued } }: { channel: Channel }) {
  const { integrations: texts } = useTexts()
  if (pausedDate === null) {
    return null
  }
  return (
    <p className="channel-paused backdrop-warning round-sm" role="status">
      <strong>
        {texts.pause.since} <RelativeTime iso={pausedDate} />.
      </strong>{' '}
      {[texts.pause.text, waiting > 0 && texts.pause.waiting(waiting), queued > 0 && texts.queued(queued)]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

function Counts({ details: { counts } }: { details: ChannelDetails }) {
  const { counts: texts } = useTexts().integrations
  const [language] = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <section className="channel-counts surface outlined round-md" aria-label={texts.title}>
      <dl className="grid gap-4 content-start">
        <ReceiptLine strong label={texts.sent} value={number(counts.sent)} />
        <ReceiptLine label={texts.delivered} value={number(counts.delivered)} />
        <ReceiptLine label={texts.read} value={number(counts.read)} />
      </dl>
      <dl className="grid gap-4 content-start">
        <ReceiptLine label={texts.queued} value={number(counts.queued)} />
        <ReceiptLine
          label={texts.failed}
          value={number(counts.failed)}
          {...(counts.failed > 0 && { tone: 'bad' })}
        />
        <ReceiptLine strong label={texts.received} value={number(counts.received)} />
      </dl>
    </section>
  )
}

function Errors({ errors }: Pick<ChannelDetails, 'errors'>) {
  const { errors: texts } = useTexts().integrations
  return (
    <section className="surface outlined round-md clips" aria-labelledby="channel-errors">
      <h2 className="channel-section-title text-14 row spread" id="channel-errors">
        {texts.title}
        <span className="text-12 text-tertiary regular">{texts.foreign}</span>
      </h2>
      <ul className="channel-errors unlisted">
        {errors.map(({ code, text, count }) => (
          <li className="channel-error line-above" key={code}>
            <code className="monospace text-13">{code}</code>
            <span className="shrinks">{text}</span>
            <span className="monospace text-right">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Windows({ details: { chats, windowHours } }: { details: ChannelDetails }) {
  const { rule } = useTexts().integrations
  const left = chats
    .map(({ lastDate }) => Date.parse(lastDate) + (windowHours ?? 0) * HOUR_MS - Date.now())
    .filter((ms) => ms > 0)
  return (
    <dl className="grid gap-4">
      <ReceiptLine label={rule.open} value={left.length} />
      <ReceiptLine label={rule.closing} value={left.filter((ms) => ms < HOUR_MS).length} />
    </dl>
  )
}

type ConnectionProps = { channel: Channel; paths: ChannelPaths; onChange: () => void }

function Connection({ channel, paths, onChange }: ConnectionProps) {
  const { connection: texts, noFlow } = useTexts().integrations
  const [language] = useLanguage()
  const { flow, account, verifiedDate, connectedDate, webhookUrl } = channel
  return (
    <section aria-labelledby="channel-connection">
      <h2 className="text-14 margin-bottom-8" id="channel-connection">
        {texts.title}
      </h2>
      <dl className="connection text-13">
        <dt>{texts.flow}</dt>
        <dd>
          {flow ? (
            <Link className="row-link no-underline medium" to={paths.flow(flow.id)}>
              {flow.name}
            </Link>
          ) : (
            noFlow
          )}{' '}
          <button type="button" className="plain-button text-link" onClick={onChange}>
            {texts.change}
          </button>
        </dd>
        <dt>{texts.account}</dt>
        <dd>{account.name}</dd>
        {verifiedDate && channel.kind !== 'email' && (
          <>
            <dt>{texts.called}</dt>
            <dd>
              <RelativeTime iso={verifiedDate} />
            </dd>
          </>
        )}
        {connectedDate && (
          <>
            <dt>{texts.connected}</dt>
            <dd>{formatMoment(connectedDate, language)}</dd>
          </>
        )}
        {channel.kind !== 'email' && (
          <>
            <dt>{texts.hook}</dt>
            <dd className="breaks-anywhere monospace text-12">{webhookUrl}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

function Disconnect({ channel, paths }: { channel: Channel; paths: ChannelPaths }) {
  const { integrations: texts } = useTexts()
  const { disconnect } = texts
  const confirm = useConfirm()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const removal = trpc.channels.disconnect.useMutation()
  const { name } = texts.kinds[channel.kind]

  async function remove() {
    const question = {
      title: disconnect.question(name),
      description: channel.flow ? disconnect.detail(channel.flow.name) : disconnect.detailNoFlow,
    }
    if (!(await confirm({ ...question, confirmButtonName: disconnect.title, danger: true }))) {
      return
    }
    try {
      await removal.mutateAsync({ id: channel.id })
      utils.channels.list.setData(undefined, (all) => all?.filter(({ id }) => id !== channel.id))
      void navigate(paths.list)
      toasts.success(disconnect.done(name))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
  return (
    <section aria-labelledby="channel-disconnect">
      <h2 className="text-14 margin-bottom-4" id="channel-disconnect">
        {disconnect.title}
      </h2>
      <p className="text-13 text-secondary margin-bottom-8">{disconnect.text}</p>
      <Button
        size="sm"
        variant="outlined"
        color="danger"
        disabled={removal.isPending}
        onClick={() => void remove()}
      >
        {disconnect.button(name)}
      </Button>
    </section>
  )
}
