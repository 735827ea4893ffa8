import { defineCredential } from '#server/engine/define-node.ts'

export const postgresUrl = defineCredential({
  name: 'PostgresUrl',
  label: 'Postgres URL',
  version: 1,
  description: 'The address of a PostgreSQL database, with a user that may read it.',
  inputs: {
    postgresUrl: {
      label: 'Postgres URL',
      type: 'password',
      placeholder: 'postgresql://reader:password@db.example.com:5432/shop',
    },
  },
})
