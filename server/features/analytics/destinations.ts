import type { OpenedCredential } from '#server/engine/ports.ts'
import type { Destination } from '#server/ports/traces.ts'
import { AppError } from '#shared/errors.ts'
import { type TracerName, tracerNames } from '#shared/flow-providers.ts'
import { parseJson, toRecord } from '#shared/json.ts'

export type Tracer = {
  name: TracerName
  credentialId: string
  projectName: string
  endpoint: string
  /** Includes questions and answers, not only metrics. */
  captureContent: boolean
}

export function readTracers(stored: string | null): Tracer[] {
  const all = toRecord(parse(stored))
  return tracerNames
    .map((name) => ({ name, chosen: toRecord(all[name]) }))
    .filter(({ chosen }) => chosen.status === true)
    .map(({ name, chosen }) => ({
      name,
      credentialId: wordOf(chosen.credentialId),
      projectName: wordOf(chosen.projectName),
      endpoint: wordOf(chosen.endpoint),
      captureContent: all.captureContent !== false && chosen.captureContent !== false,
    }))
}

/** Endpoint and headers of a tracer. Throws INVALID_FLOW for incomplete settings. */
export function destinationOf(
  { name, endpoint, projectName }: Tracer,
  { values, platform }: OpenedCredential,
): Destination {
  const value = (key: string) => wordOf(values[key])
  switch (name) {
    case 'langFuse': {
      const pair = `${value('langFusePublicKey')}:${value('langFuseSecretKey')}`
      return {
        url: addressOf(
          value('langFuseEndpoint') || 'https://cloud.langfuse.com',
          '/api/public/otel/v1/traces',
        ),
        headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      }
    }
    case 'langSmith':
      return {
        url: addressOf(value('langSmithEndpoint') || 'https://api.smith.langchain.com', '/otel/v1/traces'),
        headers: {
          'x-api-key': value('langSmithApiKey'),
          ...(projectName !== '' && { 'Langsmith-Project': projectName }),
        },
      }
    case 'openTelemetry': {
      if (platform) {
        // A custom address with a platform credential would send our key to a third party.
        throw new AppError('INVALID_FLOW', 'Traces to an address of your own need a credential of your own.')
      }
      const header = value('headerName')
      return {
        url: addressOf(endpoint, '/v1/traces'),
        headers: /^[\w-]+$/.test(header) ? { [header]: value('headerValue') } : {},
      }
    }
  }
}

/** The base URL of a service with the path for traces, unless the path is already included. */
function addressOf(base: string, path: string): string {
  const bare = base.replace(/\/+$/, '')
  if (!URL.canParse(bare)) {
    throw new AppError('INVALID_FLOW', 'Traces need an address that begins with https://.')
  }
  return bare.endsWith('/v1/traces') ? bare : bare + path
}

function wordOf(value: unknown) {
  return typeof value === 'string' ? value.trim() : ''
}

function parse(stored: string | null): unknown {
  return parseJson(stored ?? '{}')
}
