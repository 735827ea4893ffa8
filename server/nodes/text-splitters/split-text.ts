import { yieldEvery } from '#server/engine/pause.ts'
import { AppError } from '#shared/errors.ts'

export type Sizes = { size: number; overlap: number }

export const defaultSeparators = ['\n\n', '\n', ' ', ''] as const

/**
 * Chunks of at most `size` characters that cover the whole text, each starting with up to `overlap` characters of
 * the previous one. Splits at the first separator, then splits long parts at the next. A separator stays with the
 * text after it.
 */
export async function splitText(
  text: string,
  sizes: Sizes,
  separators: readonly string[] = defaultSeparators,
): Promise<string[]> {
  return joinPieces(await cut(text, sizes.size, separators), sizes, (piece) => piece.length)
}

export async function joinPieces(
  pieces: readonly string[],
  { size, overlap }: Sizes,
  measure: (piece: string) => number,
) {
  const pauseIfDue = yieldEvery()
  const chunks: string[] = []
  let from = 0
  let total = 0
  const emit = (to: number) => {
    const chunk = pieces.slice(from, to).join('').trim()
    if (chunk !== '') {
      chunks.push(chunk)
    }
  }
  for (const [place, piece] of pieces.entries()) {
    const length = measure(piece)
    if (total + length > size && place > from) {
      emit(place)
      while (from < place && (total > overlap || total + length > size)) {
        total -= measure(pieces[from] ?? '')
        from += 1
      }
      await pauseIfDue()
    }
    total += length
  }
  emit(pieces.length)
  return chunks
}

async function cut(text: string, size: number, separators: readonly string[]): Promise<string[]> {
  const pauseIfDue = yieldEvery()
  let parts = [text]
  for (const separator of separators.filter((each) => each !== '')) {
    const shorter: string[] = []
    for (const part of parts) {
      pushAll(shorter, part.length <= size ? [part] : cutBefore(part, separator))
      await pauseIfDue()
    }
    parts = shorter
  }
  return parts.flatMap((part) => (part.length <= size ? [part] : cutCharacters(part, size)))
}

/** A spread would put all of them on the stack. */
function pushAll(list: string[], added: readonly string[]) {
  for (const each of added) {
    list.push(each)
  }
}

function cutBefore(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(separator, 1); at > 0; at = text.indexOf(separator, at + separator.length)) {
    parts.push(text.slice(from, at))
    from = at
  }
  parts.push(text.slice(from))
  return parts
}

/** Never splits a surrogate pair. */
export function cutCharacters(text: string, size: number): string[] {
  const parts: string[] = []
  let from = 0
  while (from < text.length) {
    const to = from + size
    const last = text.charCodeAt(to - 1)
    const isHalf = size > 1 && to < text.length && last >= 0xd800 && last <= 0xdbff
    parts.push(text.slice(from, isHalf ? to - 1 : to))
    from = isHalf ? to - 1 : to
  }
  return parts
}

const defaultSize = 1000
const defaultOverlap = 200

/** Throws INVALID_FLOW for invalid sizes. */
export function readSizes(
  label: string,
  chunkSize: number | undefined,
  chunkOverlap: number | undefined,
): Sizes {
  const size = Math.trunc(chunkSize ?? defaultSize)
  const overlap = Math.trunc(chunkOverlap ?? Math.min(defaultOverlap, size / 5))
  if (size < 1 || overlap < 0 || overlap >= size) {
    throw new AppError('INVALID_FLOW', `${label}: Chunk Overlap must be smaller than Chunk Size.`)
  }
  return { size, overlap }
}
