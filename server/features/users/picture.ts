type Format = { mediaType: string; fits(bytes: Buffer): boolean }

const formats: Format[] = [
  {
    mediaType: 'image/png',
    fits: (bytes) =>
      bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  { mediaType: 'image/jpeg', fits: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    mediaType: 'image/webp',
    fits: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP',
  },
]

/**
 * Detected from the first bytes, because the declared type is untrusted. Undefined for anything but PNG, JPEG or
 * WebP.
 */
export function mediaTypeOf(bytes: Buffer): string | undefined {
  return formats.find(({ fits }) => fits(bytes))?.mediaType
}

function textAt(bytes: Buffer, from: number, to: number) {
  return bytes.subarray(from, to).toString('latin1')
}
