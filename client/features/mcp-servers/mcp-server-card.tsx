import { Button } from '@mui/joy'
import { ItemCard } from '#client/components/item-card.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { CustomMcpServer } from '#shared/custom-mcp-servers.ts'
import type { ServerActions } from './use-server-actions.tsx'

type Props = { server: CustomMcpServer; actions: ServerActions; onOpen: () => void }

export function McpServerCard({ server, actions, onOpen }: Props) {
  const { mcpServers: texts, common } = useTexts()
  const { id, name, serverUrl, toolCount, onCount, listedDate } = server
  const flows = actions.flowsOf?.(id)
  return (
    <ItemCard
      name={name}
      menuLabel={texts.menu(name)}
      actions={[
        { label: common.edit, run: onOpen },
        { label: texts.refresh, run: () => void actions.connect(server) },
        { label: common.delete, run: () => void actions.remove(server), danger: true },
      ]}
      onOpen={onOpen}
    >
      <ServerState server={server} />
      <dl className="grid gap-4" title={flows?.join('\n')}>
        <ReceiptLine label={texts.address} value={<span title={serverUrl}>{shortOf(serverUrl)}</span>} />
        <ReceiptLine label={texts.tools} value={texts.toolsOn(onCount, toolCount)} />
        {flows && (
          <ReceiptLine
            label={texts.usedIn}
            value={flows.length === 0 ? texts.noFlow : texts.flows(flows.length)}
          />
        )}
        <ReceiptLine
          label={texts.listed}
          value={listedDate === null ? texts.never : <RelativeTime iso={listedDate} />}
        />
      </dl>
      <ServerFix server={server} actions={actions} />
    </ItemCard>
  )
}

export function ServerState({ server }: { server: CustomMcpServer }) {
  const { mcpServers: texts } = useTexts()
  const sentence = useSentence()
  const { status, error } = server
  const dot = status === 'AUTHORIZED' ? 'live' : status === 'ERROR' ? 'problem' : 'off'
  return (
    <p className="mcp-state text-13 line-20 text-secondary">
      <StatusDot state={dot} />{' '}
      <strong className="text-primary">
        {needsSignIn(server) ? texts.states.signIn : texts.states[status]}
      </strong>
      {error !== null && <span className="mcp-error block clips">{sentence(error)}</span>}
    </p>
  )
}

/** The one step that is missing. */
export function ServerFix({ server, actions }: Pick<Props, 'server' | 'actions'>) {
  const { mcpServers: texts } = useTexts()
  if (server.status === 'AUTHORIZED') {
    return null
  }
  const isConnecting = actions.connecting === server.id
  const label = needsSignIn(server) ? texts.signIn : server.status === 'ERROR' ? texts.retry : texts.connect
  return (
    <div className="mcp-fix relative self-start">
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        disabled={isConnecting}
        onClick={() => void actions.connect(server)}
      >
        {isConnecting ? texts.connecting : label}
      </Button>
    </div>
  )
}

function needsSignIn({ authType, status }: CustomMcpServer) {
  return authType === 'OAUTH' && status === 'PENDING'
}

/** The host and the beginning of the path. */
function shortOf(address: string) {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
