import type { MarkedDocument } from '#server/engine/handles.ts'
import { statusError } from '#server/engine/service-error.ts'
import { reachService } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import { type LoaderPorts, mapConcurrently } from './document-source.ts'
import { formatOf } from './file-source.ts'

export type AwsCredential = {
  readonly awsKey: string
  readonly awsSecret: string
  readonly awsSession: string | undefined
}
type Bucket = {
  bucket: string
  region: string
  serverUrl: string | undefined
  prefix: string
  isPerPage: boolean
}
type Ports = Pick<LoaderPorts, 'fetch' | 'fetchAws' | 'readDocument'>

const MAX_FILES = 1_000
const CONCURRENCY = 4
const nonTextFile =
  /(\/|\.(png|jpe?g|gif|webp|ico|mp[34]|mov|avi|wav|zip|gz|tgz|7z|rar|exe|dll|so|bin|parquet))$/i

export async function readBucket(
  target: Bucket,
  credential: AwsCredential | undefined,
  ports: Ports,
): Promise<MarkedDocument[]> {
  const baseUrl = bucketUrl(target)
  const request = (path: string) =>
    requestS3(`${baseUrl}/${path}`, { ...target, about: target.bucket }, credential, ports)
  const keys = await listKeys(target, request)
  const spend = characterBudget()
  const read = await mapConcurrently(keys, CONCURRENCY, async (key) => {
    const response = await request(key.split('/').map(encodeURIComponent).join('/'))
    const bytes = new Uint8Array(await response.arrayBuffer())
    const format = formatOf(key)
    const settings = { name: key, ...(format === 'pdf' && { perPage: target.isPerPage }) }
    const documents = await ports.readDocument(bytes, format, settings)
    for (const { pageContent } of documents) {
      spend(pageContent)
    }
    return documents.map((document) => ({
      ...document,
      metadata: { source: `s3://${target.bucket}/${key}`, ...document.metadata },
    }))
  })
  return read.flat()
}

async function listKeys(
  { prefix, bucket }: Bucket,
  request: (path: string) => Promise<Response>,
): Promise<string[]> {
  const keys: string[] = []
  for (let continuationToken: string | undefined; ; ) {
    const query = new URLSearchParams({
      'list-type': '2',
      ...(prefix && { prefix }),
      ...(continuationToken !== undefined && { 'continuation-token': continuationToken }),
    })
    const xml = await (await request(`?${query}`)).text()
    keys.push(...valuesOf(xml, 'Key').filter((key) => !nonTextFile.test(key)))
    if (keys.length > MAX_FILES) {
      throw new AppError(
        'TOO_LARGE',
        `The bucket ${bucket} has more than ${MAX_FILES} files there. Name a longer prefix.`,
      )
    }
    continuationToken = valuesOf(xml, 'NextContinuationToken')[0]
    if (continuationToken === undefined) {
      return keys
    }
  }
}

function valuesOf(xml: string, tag: string): string[] {
  return [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value = '']) =>
    value
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  )
}

function bucketUrl({ bucket, region, serverUrl }: Bucket): string {
  if (!/^[a-z\d][a-z\d.-]+$/.test(bucket) || !/^[a-z\d-]+$/.test(region)) {
    throw new AppError('INVALID_FLOW', `${bucket} in ${region} is not an S3 bucket.`)
  }
  const own = serverUrl?.trim().replace(/\/+$/, '')
  return own ? `${own}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
}

/** Requests without a credential are unsigned. */
export async function requestS3(
  url: string,
  { region, about }: { region: string; about: string },
  credential: AwsCredential | undefined,
  { fetch, fetchAws }: Ports,
): Promise<Response> {
  const response = await reachService('S3', () =>
    credential
      ? fetchAws({
          url,
          region,
          service: 's3',
          accessKeyId: credential.awsKey,
          secretAccessKey: credential.awsSecret,
          sessionToken: credential.awsSession,
        })
      : fetch(url),
  )
  if (!response.ok) {
    const reason = /<Message>([^<]*)<\/Message>/.exec(await response.text())?.[1]
    throw statusError(`S3 (${about})`, response.status, reason)
  }
  return response
}
