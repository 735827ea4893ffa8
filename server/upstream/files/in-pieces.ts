/** The same bytes in pieces of exactly `size`, the last one perhaps shorter. None for an empty content. */
export async function* inPieces(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, undefined> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    for (let start = 0; start < chunk.length; ) {
      const part = chunk.subarray(start, start + size - length)
      waiting.push(part)
      length += part.length
      start += part.length
      if (length === size) {
        yield joined(waiting)
        waiting = []
        length = 0
      }
    }
  }
  if (length > 0) {
    yield joined(waiting)
  }
  return undefined
}

function joined(parts: Uint8Array[]): Uint8Array {
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}
