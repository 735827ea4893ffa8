import { defineCredential } from '#server/engine/define-node.ts'

export const openTelemetryApi = defineCredential({
  name: 'openTelemetryApi',
  label: 'OpenTelemetry',
  version: 1,
  description: 'The header and value that your trace collector requires.',
  inputs: {
    headerName: { label: 'Header', type: 'string', default: 'authorization' },
    headerValue: { label: 'Value', type: 'password', placeholder: 'Bearer …' },
  },
})
