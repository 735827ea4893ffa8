import { extname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { poolExtensions } from '#shared/pools.ts'

/** Bytes that are compared. */
export const HEAD_BYTES = 8

const pdf = '255044462d'
const zip = '504b0304'
const marks: Readonly<Record<string, string>> = {
  '.pdf': pdf,
  '.docx': zip,
  '.xlsx': zip,
  '.pptx': zip,
  '.epub': zip,
}
/** Beginnings that no text has: documents, pictures, archives and programs. */
const binary = [
  ...[pdf, zip, '89504e470d0a1a0a', 'ffd8ff', '47494638', '1f8b08', '377abcaf271c', '526172211a07'],
  ...['d0cf11e0a1b11ae1', '7f454c46', '4d5a90', 'cafebabe'],
]

/** Throws INVALID_INPUT for a file that pools cannot read, by its name. Returns the name without folders. */
export function requireReadable(name: string): string {
  const bare = name.replaceAll('\\', '/').split('/').at(-1)?.trim() ?? ''
  if (/^\.*$/.test(bare)) {
    throw new AppError('INVALID_INPUT', 'A file needs a name.')
  }
  if (!(poolExtensions as readonly string[]).includes(extname(bare).toLowerCase())) {
    throw new AppError(
      'INVALID_INPUT',
      'Pools read PDF, Word, Excel, PowerPoint, CSV, HTML, Markdown, EPUB, JSON and text files. Save this file as one of them.',
    )
  }
  return bare
}

/** Throws INVALID_INPUT for a file whose first bytes do not match its name. Its reader checks the rest. */
export function checkHead(name: string, bytes: Uint8Array) {
  const head = Buffer.from(bytes).toString('hex')
  const mark = marks[extname(name).toLowerCase()]
  const isFitting = mark ? head.startsWith(mark) : !binary.some((each) => head.startsWith(each))
  if (!isFitting) {
    throw new AppError('INVALID_INPUT', 'The file’s extension does not match its content.')
  }
}
