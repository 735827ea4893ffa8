import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { ChannelPort, OutgoingFile } from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import type { PartFile, PartRow } from './channels.table.ts'

type Place = { flowId: string; chatId: string }
type Opened = Omit<OutgoingFile, 'bytes'> & { bytes: Uint8Array | undefined }
export type Prepared = { text: string; files: OutgoingFile[] }

const NO_BYTES = new Uint8Array()

/** Files of messages, as platforms take them. */
export function createPartFiles({ uploads }: { uploads: Pick<UploadsService, 'openStored' | 'linkTo'> }) {
  /**
   * What a platform does not take is linked in the text, so that no message is lost. Undefined when the file was all of the
   * message, and was deleted.
   */
  async function prepare(
    place: Place,
    { text, files: wanted }: Pick<PartRow, 'text' | 'files'>,
    port: Pick<ChannelPort, 'files' | 'split'>,
  ): Promise<Prepared | undefined> {
    const found = await Promise.all((wanted ?? []).map((file) => open(place, file)))
    const present = found.filter((file) => file !== undefined)
    const taken = takenOf(present, port.files)
    const links = present.flatMap((file) => (taken.includes(file) ? [] : port.split(linkOf(file))))
    const paragraphs = [...(text === '' ? [] : [text]), ...links]
    const files = taken.map(({ name, mime, url, bytes = NO_BYTES }) => ({ name, mime, url, bytes }))
    return paragraphs.length + files.length === 0 ? undefined : { text: paragraphs.join('\n\n'), files }
  }

  /** Undefined when it was deleted. Nobody reads what is linked anyway. */
  async function open(place: Place, { name, title, mime, isLink }: PartFile): Promise<Opened | undefined> {
    const url = uploads.linkTo({ ...place, fileName: name })
    const bytes = isLink ? undefined : await read(place, name)
    return isLink || bytes ? { name: title, mime, url, bytes } : undefined
  }

  async function read({ flowId, chatId }: Place, name: string) {
    try {
      return await (await uploads.openStored(flowId, chatId, name)).read()
    } catch (error) {
      const isGone =
        (error instanceof AppError && error.code === 'NOT_FOUND') ||
        (error as { code?: unknown }).code === 'ENOENT'
      return isGone ? undefined : Promise.reject(error)
    }
  }

  return { prepare }
}

/** In their order, as long as there is room. */
function takenOf(files: readonly Opened[], { maxBytes, takes }: ChannelPort['files']): Opened[] {
  let left = maxBytes
  return files.filter(({ name, mime, bytes }) => {
    const isTaken = bytes !== undefined && bytes.length <= left && takes({ name, mime, size: bytes.length })
    left -= isTaken ? bytes.length : 0
    return isTaken
  })
}

const linkOf = ({ name, url }: Opened) => `[${name.replace(/[[\]\\]/g, '\\$&')}](${url})`

export function asLinks(files: readonly PartFile[]): PartFile[] {
  return files.map((file) => ({ ...file, isLink: true }))
}
