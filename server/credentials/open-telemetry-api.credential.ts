import { defineCredential } from '#server/engine/define-node.ts'

export const openTelemetryApi = defineCredential({
  name: 'openTelemetryApi',
  label: 'OpenTelemetry',
  version: 1,
  description: 'What a collector of traces asks for: one header with its value.',
  inputs: {
    headerName: { label: 'Header', type: 'string', default: 'authorization' },
    headerValue: { label: 'Value', type: 'password', placeholder: 'Bearer …' },
  },
})
