export type Size = { width: number; height: number }

/** Maximum segments of a JPEG before its frame; beyond it the size counts as unknown. */
const MAX_SEGMENTS = 200

/**
 * Width and height in pixels from the header of a base64 PNG, JPEG, WEBP or GIF. Decodes only the bytes needed;
 * JPEGs are walked by segment, because cameras embed whole previews before the frame. Undefined for anything else.
 */
export function sizeOfPicture(base64: string): Size | undefined {
  const head = bytesAt(base64, 0, 32)
  const size = pngSize(head) ?? gifSize(head) ?? webpSize(head) ?? jpegSize(base64, head)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

/** Four base64 characters encode three bytes. */
function bytesAt(base64: string, from: number, length: number): Buffer {
  const skipped = from % 3
  const letter = ((from - skipped) / 3) * 4
  const characters = Math.ceil((skipped + length) / 3) * 4
  return Buffer.from(base64.slice(letter, letter + characters), 'base64').subarray(skipped, skipped + length)
}

function pngSize(head: Buffer): Size | undefined {
  const isPng = head.length >= 24 && head.readUInt32BE(0) === 0x89504e47 && spells(head, 12, 'IHDR')
  return isPng ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) } : undefined
}

function gifSize(head: Buffer): Size | undefined {
  return head.length >= 10 && spells(head, 0, 'GIF8')
    ? { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
    : undefined
}

/** Three variants: lossy (VP8), lossless (VP8L) and extended (VP8X). */
function webpSize(head: Buffer): Size | undefined {
  if (head.length < 30 || !spells(head, 0, 'RIFF') || !spells(head, 8, 'WEBP')) {
    return undefined
  }
  if (spells(head, 12, 'VP8X')) {
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  }
  if (spells(head, 12, 'VP8L')) {
    const bits = head.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return spells(head, 12, 'VP8 ')
    ? { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    : undefined
}

function jpegSize(base64: string, head: Buffer): Size | undefined {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) {
    return undefined
  }
  let at = 2
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const bytes = bytesAt(base64, at, 9)
    if (bytes.length < 9 || bytes[0] !== 0xff) {
      return undefined
    }
    const marker = bytes[1] ?? 0
    if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(7), height: bytes.readUInt16BE(5) }
    }
    // Markers may be padded with any number of FF bytes.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(2)
  }
  return undefined
}

/** Frame markers are C0 to CF except Huffman tables (C4), arithmetic coding (CC) and the reserved C8. */
function isFrame(marker: number) {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function spells(bytes: Buffer, from: number, text: string) {
  return bytes.toString('latin1', from, from + text.length) === text
}
