import type { DocumentFormat } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { unnamed } from './limits.ts'
import { listNames } from './read-zip.ts'

type Kind = { name: string; ending: string; formats: readonly DocumentFormat[] }

const pdf: Kind = { name: 'PDF', ending: '.pdf', formats: ['pdf'] }
const packed: readonly (Kind & { part: string })[] = [
  { part: 'word/document.xml', name: 'Word', ending: '.docx', formats: ['docx'] },
  { part: 'xl/workbook.xml', name: 'Excel', ending: '.xlsx', formats: ['xlsx'] },
  { part: 'ppt/presentation.xml', name: 'PowerPoint', ending: '.pptx', formats: ['pptx'] },
  { part: 'META-INF/container.xml', name: 'EPUB', ending: '.epub', formats: ['epub'] },
]
const pictures = ['89504e470d0a1a0a', 'ffd8ff', '474946383761', '474946383961', '49492a00', '4d4d002a']
const archives = ['1f8b08', '377abcaf271c', '526172211a07']
const zip = '504b0304'
/** Office files of before 2007, and newer ones with a password. */
const compound = 'd0cf11e0a1b11ae1'
const office: readonly DocumentFormat[] = ['docx', 'xlsx', 'pptx']

/**
 * Rejects a file whose first bytes show another kind than its ending. Throws INVALID_INPUT with what to do. Files of
 * unknown kinds are left to their reader.
 */
export function checkFormat(bytes: Uint8Array, format: DocumentFormat) {
  const head = Buffer.from(bytes.subarray(0, 1_024))
  const starts = (mark: string) => head.toString('hex', 0, mark.length / 2) === mark
  if (starts(compound)) {
    reject(office.includes(format) ? 'locked' : 'old')
  }
  if (pictures.some(starts)) {
    reject('picture')
  }
  const kind =
    head.subarray(0, 5).toString('latin1') === '%PDF-' ? pdf : starts(zip) ? kindOfZip(bytes) : undefined
  if (kind && !kind.formats.includes(format)) {
    throw new AppError(
      'INVALID_INPUT',
      `${unnamed} is a ${kind.name} file with the wrong ending. Rename it to end in ${kind.ending} and add it again.`,
    )
  }
  if (archives.some(starts) || (starts(zip) && !kind && !office.includes(format) && format !== 'epub')) {
    reject('archive')
  }
}

const issues = {
  picture: `${unnamed} is a picture, which has no text to read. Add a PDF, an Office file or a text.`,
  archive: `${unnamed} is an archive. Unpack it and add the files in it.`,
  locked: `${unnamed} is protected with a password, or in a format of before 2007. Remove the password or save it in the current format.`,
  old: `${unnamed} is in a format of before 2007. Save it in the current format.`,
}

function reject(issue: keyof typeof issues): never {
  throw new AppError('INVALID_INPUT', issues[issue])
}

function kindOfZip(bytes: Uint8Array): Kind | undefined {
  const names = new Set(listNames(bytes))
  return packed.find(({ part }) => names.has(part))
}
