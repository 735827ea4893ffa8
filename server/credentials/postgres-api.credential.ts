import { defineCredential } from '#server/engine/define-node.ts'

export const postgresApi = defineCredential({
  name: 'PostgresApi',
  label: 'Postgres API',
  version: 1,
  description: 'A user of a PostgreSQL database.',
  inputs: {
    user: { label: 'User', type: 'string', placeholder: 'reader' },
    password: { label: 'Password', type: 'password' },
  },
})
