import { postgresApi } from '#server/credentials/postgres-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { rejectSharedKey } from '#server/nodes/vector-stores/reject-shared-key.ts'
import { isRecord } from '#shared/json.ts'
import { defaultTable, managing, recordInputs } from './common-inputs.ts'
import { recordsInPostgres, tableNamed } from './records-in-postgres.ts'

const defaultPort = 5432

export const postgresRecordManager = defineNode({
  name: 'postgresRecordManager',
  label: 'Postgres Record Manager',
  version: 1,
  category: 'Record Manager',
  description: 'Tracks in a PostgreSQL table what was upserted, so that only changes are embedded.',
  icon: 'database',
  baseClasses: ['Postgres RecordManager', 'RecordManager'],
  credential: postgresApi,

  inputs: {
    host: { label: 'Host', type: 'string' },
    database: { label: 'Database', type: 'string' },
    port: {
      label: 'Port',
      type: 'number',
      placeholder: '5432',
      step: 1,
      min: 1,
      max: 65_535,
      optional: true,
    },
    ssl: {
      label: 'SSL',
      type: 'boolean',
      description: 'Encrypts the connection.',
      optional: true,
      additionalParams: true,
    },
    additionalConfig: {
      label: 'Additional Connection Configuration',
      type: 'json',
      description: 'Legacy setting. Only `ssl` is used.',
      optional: true,
      additionalParams: true,
    },
    ...recordInputs,
  },

  build(call) {
    rejectSharedKey(call)
    const { inputs, credential, turn, ports } = call
    const { host, database, port = defaultPort } = inputs
    const ssl = inputs.ssl || requiresSsl(inputs.additionalConfig)
    const settings = { host, port, database, ssl, user: credential.user, password: credential.password }
    const table = tableNamed(inputs.tableName ?? defaultTable)
    const namespace = inputs.namespace ?? turn.flowId
    return managing(inputs, (store) =>
      recordsInPostgres((text, values) => ports.sql(settings, text, values), {
        table,
        namespace: `${namespace}_${store}`,
      }),
    )
  },
})

function requiresSsl(config: Json | undefined): boolean {
  return isRecord(config) && Boolean(config.ssl)
}
