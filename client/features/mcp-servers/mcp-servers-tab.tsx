import './mcp-servers.css'
import { Button } from '@mui/joy'
import { Plus, Server } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { matches } from '#client/components/fold-text.ts'
import { ItemGrid } from '#client/components/item-card.tsx'
import { ListSkeleton, NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { useUrlState } from '#client/components/use-url-state.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { CustomMcpServer } from '#shared/custom-mcp-servers.ts'
import { McpServerCard } from './mcp-server-card.tsx'
import { McpServerDialog } from './mcp-server-dialog.tsx'
import { type ServerActions, useServerActions } from './use-server-actions.tsx'

/** `?server=` opens one of them, so that a finished sign-in shows its tools. */
export function McpServersTab() {
  const { mcpServers: texts } = useTexts()
  const list = trpc.customMcpServers.list.useQuery({})
  const { params, change } = useUrlState()
  const actions = useServerActions()
  const servers = list.data?.data ?? []
  const opened = params.get('server')
  const server = servers.find(({ id }) => id === opened)

  return (
    <>
      <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
        {() =>
          servers.length === 0 ? (
            <EmptyState
              picture={<Server className="mcp-picture text-primary" size={32} aria-hidden="true" />}
              title={texts.emptyTitle}
              text={texts.emptyText}
              action={
                <Button startDecorator={<Plus size={16} />} onClick={() => change({ server: 'new' })}>
                  {texts.add}
                </Button>
              }
            />
          ) : (
            <ServerList all={servers} actions={actions} onOpen={({ id }) => change({ server: id })} />
          )
        }
      </AsyncView>
      {(opened === 'new' || server) && (
        <McpServerDialog
          key={server?.id}
          server={server}
          actions={actions}
          onCreated={({ id }) => change({ server: id })}
          onClose={() => change({ server: undefined })}
        />
      )}
    </>
  )
}

type ListProps = {
  all: readonly CustomMcpServer[]
  actions: ServerActions
  onOpen: (server: CustomMcpServer) => void
}

function ServerList({ all, actions, onOpen }: ListProps) {
  const { mcpServers: texts } = useTexts()
  const [query, setQuery] = useState('')
  const [isBroken, setBroken] = useState(false)
  const requested = useDeferredValue(query)
  const found = all.filter(({ name, serverUrl }) => matches(`${name} ${serverUrl}`, requested))
  const broken = found.filter(({ status }) => status !== 'AUTHORIZED')
  const shown = isBroken ? broken : found
  const clear = () => {
    setQuery('')
    setBroken(false)
  }
  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={texts.count(shown.length, all.length)}
      >
        <FilterChip
          label={texts.broken}
          count={broken.length}
          isOn={isBroken}
          onToggle={() => setBroken(!isBroken)}
        />
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch(query)} text={texts.noMatchText} onClear={clear} />
      ) : (
        <ItemGrid label={texts.tab}>
          {shown.map((server) => (
            <McpServerCard key={server.id} server={server} actions={actions} onOpen={() => onOpen(server)} />
          ))}
        </ItemGrid>
      )}
    </>
  )
}
