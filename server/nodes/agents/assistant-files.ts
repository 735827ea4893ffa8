import type { Turn } from '#server/engine/call-context.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import type { FileAnnotation } from '#shared/file-annotations.ts'
import type { Citation } from '#shared/runs.ts'

/** The path of a file in the container of the code interpreter, as models link it. It leads nowhere here. */
const SANDBOX = 'sandbox:/mnt/data/'

type Place = Pick<Turn, 'flowId' | 'chatId'>
type Store = {
  download(file: Citation): Promise<Uint8Array>
  keepFile(name: string, bytes: Uint8Array): Promise<string>
}

/**
 * Stores the files that an assistant has made. The answer is paid for by then, so a file that cannot be fetched is
 * reported with the answer and does not fail it.
 */
export function storeFiles(
  files: readonly Citation[],
  { flowId, chatId }: Place,
  { download, keepFile, signal }: Store & { signal: AbortSignal },
): Promise<FileAnnotation[]> {
  return Promise.all(
    files.map(async (file) => {
      const filePath = file.fileName
      try {
        const bytes = await download(file)
        const fileName = await keepFile(filePath, bytes)
        const query = new URLSearchParams({ chatflowId: flowId, chatId, fileName })
        return { filePath, fileName, size: bytes.length, url: `/api/v1/get-upload-file?${query}` }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof AppError) {
          return { filePath, error: error.message }
        }
        throw error
      }
    }),
  )
}

/** Pictures among the files, for clients that show artifacts. */
export function toArtifacts(files: readonly FileAnnotation[]): Json[] {
  return files.flatMap((file) => {
    const { fileName } = 'fileName' in file ? file : { fileName: '' }
    const [, type = ''] = /\.(png|jpe?g|gif|webp)$/i.exec(fileName) ?? []
    return type === ''
      ? []
      : [{ type: type.toLowerCase().replace('jpg', 'jpeg'), data: `FILE-STORAGE::${fileName}` }]
  })
}

/** Links to stored files lead to them; of all others only the words stay. */
export function linkFiles(text: string, files: readonly FileAnnotation[]): string {
  const linked = files.reduce(
    (before, file) =>
      'url' in file ? before.replaceAll(`(${SANDBOX}${file.filePath})`, `(${file.url})`) : before,
    text,
  )
  return linked.replace(/!?\[([^\]\n]*)\]\(sandbox:[^)\n]*\)/g, '$1')
}

/**
 * Yields the pieces of an answer up to its first link into the container. The rest comes from `rest`, which is
 * called once the files are stored, so that no reader sees a dead link.
 */
export async function* holdLinks<Result>(
  pieces: AsyncGenerator<string, Result>,
  rest: (held: string, result: Result) => Promise<string>,
): AsyncGenerator<string, Result> {
  let held = ''
  for (;;) {
    const { value, done } = await pieces.next()
    if (done) {
      const last = await rest(held, value)
      if (last !== '') {
        yield last
      }
      return value
    }
    held += value
    const from = linkStart(held)
    if (from > 0) {
      yield held.slice(0, from)
      held = held.slice(from)
    }
  }
}

/** A longer label is not waited for. */
const MAX_LABEL = 300

/** Where a link into the container begins, or may begin; the length of the text when nowhere. */
function linkStart(text: string): number {
  const found = text.search(/!?\[[^\]\n]*\]\(sandbox:/)
  if (found !== -1) {
    return found
  }
  const bracket = text.lastIndexOf('[')
  if (bracket === -1 || text.length - bracket > MAX_LABEL) {
    return text.endsWith('!') ? text.length - 1 : text.length
  }
  const [match, target = ''] = /^\[[^\]\n]*(?:\](?:\(([a-z:]*))?)?$/.exec(text.slice(bracket)) ?? []
  const mayLead = match !== undefined && 'sandbox:'.startsWith(target)
  return mayLead ? bracket - (text[bracket - 1] === '!' ? 1 : 0) : text.length
}
