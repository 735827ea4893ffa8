import { RelativeTime } from '#client/components/relative-time.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { SystemStatus } from '#shared/system.ts'
import { SystemCard } from './system-card.tsx'

type Connection = SystemStatus['connections'][number]

/** Services outside that the operator sets up, and how the last calls to them ended. */
export function ConnectionsCard({ connections }: { connections: readonly Connection[] }) {
  const { connections: texts } = useTexts().system
  return (
    <SystemCard title={texts.title} aside={texts.since}>
      <ul className="system-connections grid gap-8">
        {connections.map((connection) => (
          <li key={connection.service} className="grid gap-4 text-13 line-20">
            <span className="flex wraps spread gap-6">
              <span className="flex gap-6">
                <StatusDot state={dotOf(connection)} /> {texts.services[connection.service]}
              </span>
              <span className="text-tertiary">{texts.states[connection.state]}</span>
            </span>
            {connection.state !== 'not set up' && <Calls connection={connection} />}
          </li>
        ))}
      </ul>
    </SystemCard>
  )
}

function Calls({ connection: { successDate, failure } }: { connection: Connection }) {
  const { connections: texts } = useTexts().system
  return (
    <span className="system-calls text-12 line-16 text-tertiary">
      {successDate === null && failure === null && texts.none}
      {successDate && (
        <span>
          {texts.succeeded} <RelativeTime iso={successDate} />
        </span>
      )}
      {failure && (
        <span data-bad={isFailing({ successDate, failure }) || undefined}>
          {texts.failed} <RelativeTime iso={failure.date} />:{' '}
          <code className="breaks-anywhere">{failure.kind}</code>
        </span>
      )}
    </span>
  )
}

const isFailing = ({ successDate, failure }: Pick<Connection, 'successDate' | 'failure'>) =>
  failure !== null && (successDate === null || successDate < failure.date)

function dotOf(connection: Connection): DotState {
  if (connection.state === 'not set up') {
    return 'off'
  }
  if (isFailing(connection)) {
    return 'problem'
  }
  return connection.successDate === null ? 'waiting' : 'live'
}
