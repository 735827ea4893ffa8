import './integrations.css'
import { Button } from '@mui/joy'
import { TriangleAlert } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { DocsLink } from '#client/components/docs-link.tsx'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { matches } from '#client/components/fold-text.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { ListSkeleton, NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type Channel, type ChannelKind, channelKinds } from '#shared/channels.ts'
import { ChannelState, ChannelTile, isBroken, Thread } from './channel-parts.tsx'
import type { ChannelPaths } from './channel-paths.ts'
import { ConnectSheet } from './connect-sheet.tsx'
import { useFlows } from './use-flows.ts'

const REFRESH_MS = 10_000

type Filter = 'connected' | 'failing' | 'available'
const filters: readonly Filter[] = ['connected', 'failing', 'available']

type Open = { kind: ChannelKind; channel?: Channel }

/** Where people reach the flows of the user: what is connected, and what could be. */
export function IntegrationsScreen({ paths }: { paths: ChannelPaths }) {
  const { integrations: texts } = useTexts()
  const list = trpc.channels.list.useQuery(undefined, { refetchInterval: REFRESH_MS })
  const [open, setOpen] = useState<Open>()
  const { data: all = [] } = list
  // The list is fresher than what the row has passed on.
  const channel = open?.channel && all.find(({ id }) => id === open.channel?.id)
  return (
    <>
      <PageHeader
        title={texts.title}
        text={
          <>
            {texts.text} <DocsLink page="channels" />
          </>
        }
      />
      <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
        {(channels) => <Channels all={channels} paths={paths} onOpen={setOpen} />}
      </AsyncView>
      {open && (
        <ConnectSheet
          kind={open.kind}
          {...(channel && { channel })}
          {...(channel && isBroken(channel) && { isReplacing: true })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type ListProps = { all: readonly Channel[]; paths: ChannelPaths; onOpen: (open: Open) => void }

function Channels({ all, paths, onOpen }: ListProps) {
  const { integrations: texts } = useTexts()
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<Filter>()
  const requested = useDeferredValue(query)
  const found = all.filter(({ kind, account, flow }) =>
    matches([texts.kinds[kind].name, account.name, account.address, flow?.name].join(' '), requested),
  )
  const connected = filter === 'failing' ? found.filter(isBroken) : filter === 'available' ? [] : found
  const kinds = channelKinds.filter((kind) => matches(texts.kinds[kind].name, requested))
  const available = filter === undefined || filter === 'available' ? kinds : []
  const countOf = { connected: found.length, failing: found.filter(isBroken).length, available: kinds.length }
  const isWebsiteShown = available.length > 0 && matches(texts.website.name, requested)
  const total = connected.reduce((sum, { messages }) => sum + messages, 0)
  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={texts.count(all.filter(({ flow }) => flow).length)}
      >
        {filters.map((each) => (
          <FilterChip
            key={each}
            label={texts.filters[each]}
            count={countOf[each]}
            isOn={filter === each}
            onToggle={() => setFilter(filter === each ? undefined : each)}
          />
        ))}
      </ListToolbar>
      {connected.length > 0 && (
        <section className="channels-section" aria-labelledby="connected-channels">
          <h2 className="channels-title text-14 row gap-8" id="connected-channels">
            {texts.connected}
            <span className="text-13 text-tertiary regular">
              {texts.weekMessages(formatNumber(total, language))}
            </span>
          </h2>
          <ul className="channel-rows surface outlined round-md clips unlisted">
            {connected.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} paths={paths} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
      {available.length > 0 && (
        <section className="channels-section" aria-labelledby="available-channels">
          <h2 className="channels-title text-14" id="available-channels">
            {texts.available}
          </h2>
          <ul className="channel-cards unlisted">
            {available.map((kind) => (
              <AvailableCard key={kind} kind={kind} onConnect={() => onOpen({ kind })} />
            ))}
            {isWebsiteShown && <WebsiteCard path={paths.flows} />}
          </ul>
        </section>
      )}
      {connected.length === 0 && available.length === 0 && (
        <NoMatch
          title={query === '' ? texts.noMatchFilter : texts.noMatch(query)}
          text={texts.noMatchText}
          onClear={() => {
            setQuery('')
            setFilter(undefined)
          }}
        />
      )}
    </>
  )
}

type RowProps = { channel: Channel; paths: ChannelPaths; onOpen: (open: Open) => void }

function ChannelRow({ channel, paths, onOpen }: RowProps) {
  const { integrations: texts } = useTexts()
  const [language] = useLanguage()
  const { kind, state, account, flow, messages, lastDate, errorDate } = channel
  const flows = useFlows()
  const summary = flows.find(({ id }) => id === flow?.id)
  const { name } = texts.kinds[kind]
  const goOn = () => onOpen({ kind, channel })
  return (
    <li className="channel-row" data-state={state}>
      <div className="channel-line">
        <ChannelTile kind={kind} />
        <div className="channel-name grid shrinks">
          <Link className="row-link no-underline truncate semibold" to={paths.channel(channel.id)}>
            {name}
          </Link>
          <span className="text-13 text-tertiary truncate">{account.address || account.name}</span>
        </div>
        <Thread channel={channel} />
        <div className="channel-flow row gap-12 shrinks">
          {summary && (
            <span className="channel-picture outlined round-xs">
              <FlowFingerprint thumbnail={summary.thumbnail} width={80} height={44} />
            </span>
          )}
          <span className="grid shrinks">
            {flow ? (
              <Link className="row-link no-underline truncate" to={paths.flow(flow.id)}>
                {flow.name}
              </Link>
            ) : (
              <span className="text-tertiary">{texts.noFlow}</span>
            )}
            {summary?.version != null && (
              <span className="channel-version text-13 text-tertiary">
                {texts.flow.version(summary.version)}
              </span>
            )}
          </span>
        </div>
        <div className="channel-status grid">
          <ChannelState channel={channel} />
          <span className="text-13 text-tertiary">
            {isBroken(channel) && errorDate ? (
              <>
                {texts.since} <RelativeTime iso={errorDate} />
              </>
            ) : lastDate ? (
              <>
                {texts.lastMessage} <RelativeTime iso={lastDate} />
              </>
            ) : (
              texts.noMessage
            )}
          </span>
        </div>
        <div className="channel-count grid text-right">
          <span className="monospace">{formatNumber(messages, language)}</span>
          <span className="text-13 text-tertiary">{texts.days}</span>
        </div>
        <div className="channel-action text-right">
          {state === 'setup' ? (
            <Button size="sm" variant="outlined" color="neutral" onClick={goOn}>
              {texts.goOn}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="plain"
              color="neutral"
              component={Link}
              to={paths.channel(channel.id)}
              aria-label={texts.manageNamed(`${name} ${account.name}`)}
            >
              {texts.manage}
            </Button>
          )}
        </div>
      </div>
      {isBroken(channel) && <Problem channel={channel} onReplace={goOn} />}
    </li>
  )
}

export function Problem({ channel, onReplace }: { channel: Channel; onReplace: () => void }) {
  const { integrations: texts } = useTexts()
  const { state, error, errorDate, queued, kind } = channel
  const isTokenRejected = state === 'signed_out' && kind !== 'webhook' && kind !== 'email'
  return (
    <div className="channel-problem row gap-12 wraps backdrop-danger text-danger-soft round-sm" role="status">
      <TriangleAlert size={16} aria-hidden="true" />
      <p className="grows shrinks flush">
        <strong>
          {isTokenRejected ? texts.rejected(texts.kinds[kind].name) : error}
          {errorDate && (
            <>
              {' '}
              (<RelativeTime iso={errorDate} />)
            </>
          )}
        </strong>{' '}
        {queued > 0 && texts.queued(queued)}
      </p>
      {state === 'signed_out' && kind !== 'webhook' && (
        <Button size="sm" color="danger" onClick={onReplace}>
          {kind === 'email' ? texts.mail.replace : texts.replace}
        </Button>
      )}
    </div>
  )
}

function AvailableCard({ kind, onConnect }: { kind: ChannelKind; onConnect: () => void }) {
  const { integrations: texts } = useTexts()
  const { name, text, needs } = texts.kinds[kind]
  return (
    <li className="channel-card surface outlined round-md">
      <ChannelTile kind={kind} />
      <div className="grid shrinks grows">
        <strong>{name}</strong>
        <span className="text-13 text-secondary">{text}</span>
        <span className="channel-needs text-12 text-tertiary">{needs}</span>
      </div>
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        aria-label={texts.connectNamed(name)}
        onClick={onConnect}
      >
        {texts.connect}
      </Button>
    </li>
  )
}

/** The widget has no account: its code is with each flow. */
function WebsiteCard({ path }: { path: string }) {
  const { website, open } = useTexts().integrations
  return (
    <li className="channel-card surface outlined round-md">
      <ChannelTile kind="website" />
      <div className="grid shrinks grows">
        <strong>{website.name}</strong>
        <span className="text-13 text-secondary">{website.text}</span>
        <span className="channel-needs text-12 text-tertiary">{website.needs}</span>
      </div>
      <Button size="sm" variant="plain" color="neutral" component={Link} to={path}>
        {open}
      </Button>
    </li>
  )
}
