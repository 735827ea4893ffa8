import { postgresApi } from '#server/credentials/postgres-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'

const ofServer = { show: { databaseType: ['postgres', 'mysql'] } }

export const agentMemory = defineNode({
  name: 'agentMemory',
  label: 'Agent Memory',
  version: 2,
  category: 'Memory',
  description:
    'Keeps messages and state of a session for its next message. Stored with this platform; the database below is not used.',
  icon: 'memory',
  baseClasses: ['AgentMemory', 'BaseCheckpointSaver'],
  badge: 'DEPRECATING',
  credential: postgresApi,
  credentialOptional: true,
  inputs: {
    databaseType: {
      label: 'Database',
      type: 'options',
      options: [
        { name: 'sqlite', label: 'SQLite' },
        { name: 'postgres', label: 'PostgreSQL' },
        { name: 'mysql', label: 'MySQL' },
      ],
      default: 'sqlite',
    },
    databaseFilePath: {
      label: 'Database File Path',
      type: 'string',
      optional: true,
      additionalParams: true,
      show: { databaseType: 'sqlite' },
    },
    host: { label: 'Host', type: 'string', optional: true, ...ofServer },
    database: { label: 'Database', type: 'string', optional: true, ...ofServer },
    port: { label: 'Port', type: 'number', optional: true, additionalParams: true, ...ofServer },
    additionalConfig: {
      label: 'Additional Connection Configuration',
      type: 'json',
      optional: true,
      additionalParams: true,
    },
  },
  build: ({ label }) => ({ label }),
})
