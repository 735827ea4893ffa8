import type { FileInfo } from '#server/ports/files.ts'
import type { S3Request } from './s3-requests.ts'

type Page = { files: FileInfo[]; folders: string[] }
type Upload = { key: string; uploadId: string; begunAt: number }
type SendText = (request: S3Request) => Promise<string>

/** Listings of a bucket, page by page. Keys are those of the file store: without the prefix of the location. */
export function createS3Listing(sendText: SendText, base: string) {
  async function* pages({ prefix, delimiter }: { prefix: string; delimiter?: string }): AsyncGenerator<Page> {
    let token: string | undefined
    do {
      const query = {
        ...{ 'list-type': '2', 'encoding-type': 'url', prefix: base + prefix },
        ...(delimiter !== undefined && { delimiter }),
        ...(token !== undefined && { 'continuation-token': token }),
      }
      const page = await sendText({ method: 'GET', query })
      yield {
        files: elements(page, 'Contents').map((element) => ({
          key: keyIn(element, 'Key'),
          size: Number(textIn(element, 'Size')),
          version: textIn(element, 'ETag'),
          changedAt: Date.parse(textIn(element, 'LastModified')),
        })),
        folders: elements(page, 'CommonPrefixes').map((element) => keyIn(element, 'Prefix')),
      }
      token = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : undefined
    } while (token !== undefined)
  }

  /** Uploads in parts that have neither been completed nor aborted. */
  async function* listUploads(): AsyncGenerator<Upload> {
    let after: Record<string, string> | undefined = {}
    while (after) {
      const query = { uploads: '', 'encoding-type': 'url', prefix: base, ...after }
      const page: string = await sendText({ method: 'GET', query })
      yield* elements(page, 'Upload').map((element) => ({
        key: keyIn(element, 'Key'),
        uploadId: textIn(element, 'UploadId'),
        begunAt: Date.parse(textIn(element, 'Initiated')),
      }))
      after =
        textIn(page, 'IsTruncated') === 'true'
          ? {
              'key-marker': decode(textIn(page, 'NextKeyMarker')),
              'upload-id-marker': textIn(page, 'NextUploadIdMarker'),
            }
          : undefined
    }
  }

  const keyIn = (element: string, name: string) => decode(textIn(element, name)).slice(base.length)

  return { pages, listUploads }
}

function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner = '']) => inner)
}

function textIn(xml: string, name: string): string {
  return toText(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
}

/** Keys are encoded like the values of a query. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

export function toText(xml: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
      : (entities[name] ?? whole),
  )
}
