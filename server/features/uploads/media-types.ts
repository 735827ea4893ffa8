import { extname } from 'node:path'
import type { DocumentFormat } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

type Media = {
  endings: readonly string[]
  marks?: readonly string[]
  format?: DocumentFormat
  sort: 'image' | 'audio' | 'document'
}

const image = (endings: string[], ...marks: string[]): Media => ({ endings, marks, sort: 'image' })
const audio = (...endings: string[]): Media => ({ endings, sort: 'audio' })
const document = (format: DocumentFormat, endings: string[], ...marks: string[]): Media => ({
  endings,
  format,
  sort: 'document',
  ...(marks.length > 0 && { marks }),
})
const zip = '504b0304'
const office = 'application/vnd.openxmlformats-officedocument'

/** Allowed upload types. SVG and HTML are not allowed as images: both may contain scripts. */
const known: Readonly<Record<string, Media>> = {
  'image/png': image(['.png'], '89504e470d0a1a0a'),
  'image/jpeg': image(['.jpg', '.jpeg'], 'ffd8ff'),
  'image/gif': image(['.gif'], '474946383761', '474946383961'),
  'image/webp': image(['.webp'], '52494646'),
  'audio/webm': audio('.webm', '.weba'),
  'audio/mp4': audio('.mp4', '.m4a'),
  'audio/x-m4a': audio('.m4a'),
  'audio/ogg': audio('.ogg', '.oga'),
  'audio/mpeg': audio('.mp3', '.mpga'),
  'audio/mp3': audio('.mp3'),
  'audio/wav': audio('.wav'),
  'audio/wave': audio('.wav'),
  'audio/x-wav': audio('.wav'),
  'audio/flac': audio('.flac'),
  'text/plain': document('text', ['.txt', '.text', '.log']),
  'text/markdown': document('text', ['.md', '.markdown']),
  'text/html': document('html', ['.html', '.htm']),
  'text/css': document('text', ['.css']),
  'text/javascript': document('text', ['.js', '.mjs']),
  'application/javascript': document('text', ['.js', '.mjs']),
  'text/xml': document('text', ['.xml']),
  'application/xml': document('text', ['.xml']),
  'text/csv': document('text', ['.csv']),
  'application/json': document('text', ['.json']),
  'application/jsonl': document('text', ['.jsonl']),
  'application/x-yaml': document('text', ['.yaml', '.yml']),
  'application/pdf': document('pdf', ['.pdf'], '25504446'),
  [`${office}.wordprocessingml.document`]: document('docx', ['.docx'], zip),
  [`${office}.spreadsheetml.sheet`]: document('xlsx', ['.xlsx'], zip),
  [`${office}.presentationml.presentation`]: document('pptx', ['.pptx'], zip),
}

/** Content types sent for files of unknown type; the file extension decides then. */
const unspecific = new Set(['', 'application/octet-stream', 'text/plain'])

/** Throws INVALID_INPUT when name, type and bytes disagree. */
export function checkMedia(name: string, mime: string, bytes: Uint8Array): Media & { mime: string } {
  const given = mime.split(';')[0]?.trim().toLowerCase() ?? ''
  const type = (unspecific.has(given) && findByEnding(name)?.[0]) || given
  const media = Object.hasOwn(known, type) ? known[type] : undefined
  if (!media) {
    throw new AppError('INVALID_INPUT', 'This file type is not allowed.')
  }
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  const isMarked = media.marks?.some((mark) => start.startsWith(mark)) ?? true
  if (!(media.endings.includes(extname(name).toLowerCase()) && isMarked)) {
    throw new AppError('INVALID_INPUT', 'The file’s extension does not match its content.')
  }
  return { ...media, mime: type }
}

/** Only images and audio are served inline; any other stored file is served as a download. */
export function servedAs(name: string): { mime: string; inline: boolean } {
  const found = findByEnding(name)
  const inline = found !== undefined && found[1].sort !== 'document'
  return { mime: inline ? found[0] : 'application/octet-stream', inline }
}

/** The media type of a stored file, by its extension. */
export function typeOf(name: string): string {
  return findByEnding(name)?.[0] ?? 'application/octet-stream'
}

function findByEnding(name: string) {
  const ending = extname(name).toLowerCase()
  return Object.entries(known).find(([, { endings }]) => endings.includes(ending))
}
