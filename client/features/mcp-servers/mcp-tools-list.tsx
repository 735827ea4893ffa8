import { Checkbox, Switch } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { matches } from '#client/components/fold-text.ts'
import { ListToolbar } from '#client/components/list-toolbar.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type CustomMcpServer, type ListedMcpTool, listedMcpToolSchema } from '#shared/custom-mcp-servers.ts'
import { parseJson } from '#shared/json.ts'
import { ServerFix, ServerState } from './mcp-server-card.tsx'
import type { ServerActions } from './use-server-actions.tsx'

/** Lists longer than this can be searched. */
const SEARCHED = 8

/** What a server offers: each tool on or off, and whether a person is asked before it is called. */
export function McpToolsList({ server, actions }: { server: CustomMcpServer; actions: ServerActions }) {
  const { mcpServers } = useTexts()
  const { toolList: texts } = mcpServers
  const [query, setQuery] = useState('')
  const tools = readTools(server.tools)
  const shown = tools.filter(({ name, description }) => matches(`${name} ${description}`, query))
  return (
    <section className="mcp-tools shrinks line-before backdrop-level1" aria-label={texts.title}>
      <h3 className="text-primary">{texts.title}</h3>
      <ServerState server={server} />
      <ServerFix server={server} actions={actions} />
      {tools.length === 0 ? (
        <p className="text-13 text-secondary">
          {server.status === 'AUTHORIZED' ? texts.noTools : texts.none}
        </p>
      ) : (
        <>
          <p className="mcp-note text-13 line-20 text-secondary">{texts.text}</p>
          {tools.length > SEARCHED && (
            <ListToolbar
              label={texts.search}
              query={query}
              onQuery={setQuery}
              count={mcpServers.toolsOn(server.onCount, server.toolCount)}
            />
          )}
          {shown.length === 0 && <p className="text-13 text-secondary">{texts.noMatch}</p>}
          <ul className="unpadded unlisted">
            {shown.map((tool) => (
              <ToolRow key={tool.name} serverId={server.id} tool={tool} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type Setting = { isOn?: boolean; needsApproval?: boolean }

function ToolRow({ serverId, tool }: { serverId: string; tool: ListedMcpTool }) {
  const { toolList: texts } = useTexts().mcpServers
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<Setting>({})
  const setting = trpc.customMcpServers.setTool.useMutation({
    onError: (error) => toasts.error(errorText(error)),
    onSettled: async () => {
      await utils.customMcpServers.invalidate()
      setChosen({})
    },
  })
  const { name, description, effect } = tool
  const { isOn = tool.isOn, needsApproval = tool.needsApproval } = chosen

  /** The new state is shown at once. */
  function choose(change: Setting) {
    setChosen((before) => ({ ...before, ...change }))
    setting.mutate({ id: serverId, name, ...change })
  }
  return (
    <li className="mcp-tool grid gap-4-12 line-above">
      <div className="shrinks">
        <p className="mcp-tool-name text-primary">{name}</p>
        <p className="mcp-tool-text text-13 line-20 text-secondary">{description || texts.noDescription}</p>
      </div>
      <Switch
        size="sm"
        checked={isOn}
        slotProps={{ input: { 'aria-label': texts.on(name) } }}
        onChange={({ target }) => choose({ isOn: target.checked })}
      />
      <div className="row wraps gap-4-12">
        <span className="text-12 text-tertiary">{texts.effects[effect]}</span>
        {isOn && (
          <Checkbox
            size="sm"
            label={texts.ask}
            checked={needsApproval}
            slotProps={{ input: { 'aria-label': texts.askName(name) } }}
            onChange={({ target }) => choose({ needsApproval: target.checked })}
          />
        )}
      </div>
    </li>
  )
}

function readTools(text: string): ListedMcpTool[] {
  const { data = [] } = listedMcpToolSchema.array().safeParse(parseJson(text))
  return data
}
