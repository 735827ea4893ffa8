import { defineNode } from '#server/engine/define-node.ts'
import { toMcpTools } from './to-mcp-tools.ts'

export const customMcpServerTool = defineNode({
  name: 'customMcpServerTool',
  label: 'Custom MCP Server',
  version: 1,
  category: 'Tools (MCP)',
  description: 'Tools of a server that is set up under Tools, MCP servers.',
  icon: 'plug',
  baseClasses: ['Tool'],

  inputs: {
    mcpServerId: { label: 'MCP Server', type: 'asyncOptions', loadMethod: 'listServers' },
    mcpActions: {
      label: 'Available Actions',
      type: 'asyncMultiOptions',
      loadMethod: 'listActions',
      description: 'Empty: all that are switched on.',
      optional: true,
    },
  },

  loadMethods: {
    async listServers({ ports }) {
      const servers = (await ports.listMcpServers?.()) ?? []
      return servers.map(({ id, name, description }) => ({ label: name, name: id, description }))
    },
    async listActions({ inputs, ports }) {
      const session = await ports.openMcpServer?.(inputs.mcpServerId ?? '', new AbortController().signal)
      return (session?.tools ?? []).map(({ name, description }) => ({ label: name, name, description }))
    },
  },

  async build({ inputs, signal, ports }) {
    const session = await ports.openMcpServer(inputs.mcpServerId)
    return toMcpTools(session, { actions: inputs.mcpActions, signal, idempotencyKey: ports.idempotencyKey })
  },
})
