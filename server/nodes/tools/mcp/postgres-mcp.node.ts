import { postgresUrl } from '#server/credentials/postgres-url.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import { isRecord } from '#shared/json.ts'
import { mcpActions } from './open-tools.ts'

const query: Omit<Tool, 'call'> = {
  name: 'query',
  description: 'Runs one SQL statement that reads.',
  parameters: {
    type: 'object',
    properties: { sql: { type: 'string', description: 'The statement' } },
    required: ['sql'],
  },
  effect: 'read',
}

/** The one tool of the reference server for PostgreSQL, without its process: statements that write are rejected. */
export const postgreSQLMCP = defineNode({
  name: 'postgreSQLMCP',
  label: 'PostgreSQL MCP',
  version: 1,
  category: 'Tools (MCP)',
  description: 'Reads a PostgreSQL database.',
  icon: 'plug',
  baseClasses: ['Tool'],
  credential: postgresUrl,
  inputs: { mcpActions },
  loadMethods: {
    listActions: async () => [{ label: query.name, name: query.name, description: query.description }],
  },
  build: ({ credential, ports }) => [
    {
      ...query,
      async call(args) {
        const statement = isRecord(args) && typeof args.sql === 'string' ? args.sql : ''
        const { columns, rows, isCut } = await ports.queryDatabase(
          { kind: 'postgres', address: credential.postgresUrl },
          statement,
        )
        return { text: JSON.stringify({ columns, rows, ...(isCut && { note: 'There are more rows.' }) }) }
      },
    },
  ],
})
