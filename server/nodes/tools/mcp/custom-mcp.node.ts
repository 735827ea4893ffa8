import { defineNode } from '#server/engine/define-node.ts'
import type { McpSettings } from '#server/engine/ports.ts'
import { readHeaders } from '#server/nodes/tools/requests/read-headers.ts'
import { AppError } from '#shared/errors.ts'
import { toRecord } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { listActions, mcpActions } from './open-tools.ts'
import { toMcpTools } from './to-mcp-tools.ts'

export const customMCP = defineNode({
  name: 'customMCP',
  label: 'Custom MCP',
  version: 1.1,
  category: 'Tools (MCP)',
  description: 'Tools of an MCP server over HTTP.',
  icon: 'plug',
  baseClasses: ['Tool'],

  inputs: {
    mcpServerConfig: {
      label: 'MCP Server Config',
      type: 'string',
      rows: 6,
      description: 'URL and optional headers of the MCP server. Local programs are not supported.',
      placeholder:
        '{ "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer {{$vars.key}}" } }',
      acceptVariable: true,
    },
    mcpActions,
    ignoresHints: {
      label: 'Ignore hints of the server',
      type: 'boolean',
      description:
        'Ask a person before any interrupted call is made again, even if the server says that this is harmless.',
      optional: true,
      additionalParams: true,
    },
  },

  loadMethods: {
    listActions: ({ inputs, ports }) => listActions(ports, readConfig(inputs.mcpServerConfig ?? '')),
  },

  async build({ inputs, signal, ports }) {
    const { tools, call } = await ports.openMcp(readConfig(inputs.mcpServerConfig))
    const session = {
      call,
      tools: inputs.ignoresHints ? tools.map((tool) => ({ ...tool, effect: 'write' as const })) : tools,
    }
    return toMcpTools(session, { actions: inputs.mcpActions, signal, idempotencyKey: ports.idempotencyKey })
  },
})

/** Reads the server's URL and headers in the format of MCP clients, either bare or under `mcpServers`. */
function readConfig(text: string): McpSettings {
  const given = parse(text)
  const { mcpServers: servers } = given
  const config = servers ? toRecord(Object.values(servers)[0]) : given
  if (config.command !== undefined) {
    throw new AppError(
      'INVALID_FLOW',
      'Custom MCP: this server starts no programs. Give the address of an MCP server.',
    )
  }
  if (typeof config.url !== 'string' || config.url === '') {
    throw new AppError('INVALID_FLOW', 'Custom MCP: the address ("url") of the server is missing.')
  }
  const kind = config.transport ?? config.type
  return {
    url: config.url,
    headers: readHeaders(config.headers as Parameters<typeof readHeaders>[0]),
    transport: kind === 'sse' ? 'sse' : typeof kind === 'string' && /http/i.test(kind) ? 'http' : undefined,
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return toRecord(parseBoundedJson(text))
  } catch (cause) {
    throw new AppError('INVALID_FLOW', 'Custom MCP: the configuration is not JSON.', { cause })
  }
}
