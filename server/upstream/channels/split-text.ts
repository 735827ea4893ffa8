/** Where a long text may be cut, the best place first. */
const cuts = [/\n\n+/g, /\n/g, /(?<=[.!?…])\s+/g, /\s+/g]
const fenceLine = /^ {0,3}(```+|~~~+)(.*)$/

/**
 * Cuts a text into pieces of at most `limit` UTF-16 units, between paragraphs where possible. A code block that is cut is
 * closed and opened again.
 */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  let opening = ''
  while (opening.length + rest.length > limit) {
    const room = limit - opening.length - '\n```'.length
    const cut = placeOfCut(rest, room)
    const piece = opening + rest.slice(0, cut).trimEnd()
    const fence = openFence(piece)
    pieces.push(fence ? `${piece}\n${fence.mark}` : piece)
    opening = fence ? `${fence.line}\n` : ''
    rest = fence ? rest.slice(cut).replace(/^\n/, '') : rest.slice(cut).trimStart()
  }
  return rest === '' ? pieces : [...pieces, opening + rest]
}

function placeOfCut(text: string, room: number): number {
  const head = text.slice(0, room)
  for (const cut of cuts) {
    const last = [...head.matchAll(cut)].findLast(({ index }) => index > room / 2)
    if (last) {
      return last.index
    }
  }
  // Half of a surrogate pair is not a character.
  const code = text.charCodeAt(room - 1)
  return code >= 0xd800 && code <= 0xdbff ? room - 1 : room
}

/** The code block that is still open at the end of a text. */
function openFence(text: string): { mark: string; line: string } | undefined {
  let open: { mark: string; line: string } | undefined
  for (const line of text.split('\n')) {
    const [, mark = '', info = ''] = fenceLine.exec(line) ?? []
    if (mark !== '' && !open) {
      open = { mark, line }
    } else if (open && mark.startsWith(open.mark) && info.trim() === '') {
      open = undefined
    }
  }
  // A long opening line would leave no room for the text.
  return open && open.line.length > 40 ? { ...open, line: open.mark } : open
}
