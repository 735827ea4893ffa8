import { z } from 'zod'
import type { S3Location } from './ports/files.ts'

const DEFAULT_REGION = 'us-east-1'
const names = new Set(['endpoint', 'region', 'sse', 'kms-key'])

/**
 * `s3://bucket/prefix?endpoint=https://host:port&region=name&sse=AES256`. Without an endpoint it is Amazon's of the region. The
 * region defaults to us-east-1, which services that have none accept.
 */
export const filesUrl = z.string().transform((text, context): S3Location => {
  const url = text.startsWith('s3://') && URL.canParse(text) ? new URL(text) : undefined
  const issue = url
    ? (issueOfPlace(url) ?? issueOfSettings(url.searchParams))
    : 'must look like s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1'
  if (!url || issue !== undefined) {
    context.addIssue({ code: 'custom', message: issue ?? '' })
    return z.NEVER
  }
  const { hostname: bucket, pathname, searchParams: settings } = url
  const region = settings.get('region') ?? DEFAULT_REGION
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return {
    endpoint: new URL(settings.get('endpoint') ?? `https://s3.${region}.amazonaws.com`).origin,
    region,
    bucket,
    prefix: folder && `${folder}/`,
    encryption: encryptionIn(settings),
  }
})

function issueOfPlace({ hostname: bucket, username }: URL): string | undefined {
  if (username !== '') {
    return 'must not hold keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  }
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)
    ? undefined
    : 'must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens'
}

function issueOfSettings(settings: URLSearchParams): string | undefined {
  const unknown = [...settings.keys()].find((name) => !names.has(name))
  const [endpoint, sse] = [settings.get('endpoint'), settings.get('sse')]
  if (unknown !== undefined) {
    return `has an unknown setting: ${unknown}. It knows ${[...names].join(', ')}`
  }
  if (endpoint !== null && !isOrigin(endpoint)) {
    return 'needs an endpoint without a path, such as https://s3.example.com'
  }
  if (sse !== null && sse !== 'AES256' && sse !== 'aws:kms') {
    return 'knows sse=AES256 and sse=aws:kms alone'
  }
  return settings.has('kms-key') && sse !== 'aws:kms' ? 'needs sse=aws:kms beside kms-key' : undefined
}

function encryptionIn(settings: URLSearchParams): S3Location['encryption'] {
  if (settings.get('sse') === 'aws:kms') {
    return { algorithm: 'aws:kms', key: settings.get('kms-key') ?? undefined }
  }
  return settings.has('sse') ? { algorithm: 'AES256' } : undefined
}

function isOrigin(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const { protocol = '', pathname, search, username } = url ?? {}
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && username === ''
}
