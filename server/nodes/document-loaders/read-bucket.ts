import type { Document } from '#server/engine/handles.ts'
import { statusError } from '#server/engine/service-error.ts'
import { reachService } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'
import { letterBudget } from './character-budget.ts'
import { type LoaderPorts, mapSome } from './document-source.ts'
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
type Reach = Pick<LoaderPorts, 'fetch' | 'fetchAws' | 'readDocument'>

const maxFiles = 1_000
const atATime = 4
const notTexts =
  /(\/|\.(png|jpe?g|gif|webp|ico|mp[34]|mov|avi|wav|zip|gz|tgz|7z|rar|exe|dll|so|bin|parquet))$/i

export async function readBucket(
  place: Bucket,
  credential: AwsCredential | undefined,
  reach: Reach,
): Promise<Document[]> {
  const root = rootOf(place)
  const request = (path: string) =>
    requestS3(`${root}/${path}`, { ...place, about: place.bucket }, credential, reach)
  const keys = await listKeys(place, request)
  const spend = letterBudget()
  const read = await mapSome(keys, atATime, async (key) => {
    const response = await request(key.split('/').map(encodeURIComponent).join('/'))
    const bytes = new Uint8Array(await response.arrayBuffer())
    const format = formatOf(key)
    const settings = format === 'pdf' ? { perPage: place.isPerPage } : {}
    const documents = await reach.readDocument(bytes, format, settings)
    for (const { pageContent } of documents) {
      spend(pageContent)
    }
    return documents.map(({ pageContent, metadata }) => ({
      pageContent,
      metadata: { source: `s3://${place.bucket}/${key}`, ...metadata },
    }))
  })
  return read.flat()
}

async function listKeys(
  { prefix, bucket }: Bucket,
  request: (path: string) => Promise<Response>,
): Promise<string[]> {
  const keys: string[] = []
  for (let mark: string | undefined; ; ) {
    const query = new URLSearchParams({
      'list-type': '2',
      ...(prefix && { prefix }),
      ...(mark !== undefined && { 'continuation-token': mark }),
    })
    const xml = await (await request(`?${query}`)).text()
    keys.push(...valuesOf(xml, 'Key').filter((key) => !notTexts.test(key)))
    if (keys.length > maxFiles) {
      throw new AppError(
        'TOO_LARGE',
        `The bucket ${bucket} has more than ${maxFiles} files there. Name a longer prefix.`,
      )
    }
    mark = valuesOf(xml, 'NextContinuationToken')[0]
    if (mark === undefined) {
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

function rootOf({ bucket, region, serverUrl }: Bucket): string {
  if (!/^[a-z\d][a-z\d.-]+$/.test(bucket) || !/^[a-z\d-]+$/.test(region)) {
    throw new AppError('INVALID_FLOW', `${bucket} in ${region} is no bucket of S3.`)
  }
  const own = serverUrl?.trim().replace(/\/+$/, '')
  return own ? `${own}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
}

/** Requests without a credential are unsigned. */
export async function requestS3(
  url: string,
  { region, about }: { region: string; about: string },
  credential: AwsCredential | undefined,
  { fetch, fetchAws }: Reach,
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
