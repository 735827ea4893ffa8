import { env } from 'node:process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

/** A program that speaks MCP, started by tests. */
const server = new McpServer({ name: 'museum', version: '1' })
server.registerTool('get_name', { description: 'Its name, and secrets it can see' }, async () => {
  const { MUSEUM } = env
  const secrets = Object.keys(env).filter((name) => /SECRET|KEY|TOKEN|DATA_DIR/.test(name))
  return {
    content: [{ type: 'text', text: `${MUSEUM}, secrets: ${secrets.join(' ') || 'none'}` }],
  }
})
await server.connect(new StdioServerTransport())
