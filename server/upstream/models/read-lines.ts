type Body = ReadableStream<Uint8Array<ArrayBuffer>> | null

export async function* readLines(body: Body): AsyncGenerator<string, void> {
  for await (const lines of readLineBatches(body)) {
    yield* lines
  }
}

/** Yields lines in batches as they arrive, without empty ones. The last line may lack a line break. */
export async function* readLineBatches(body: Body): AsyncGenerator<string[], void> {
  if (!body) {
    return
  }
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    let next = await reader.read()
    while (!next.done) {
      const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield lines.filter((line) => line.trim() !== '')
      next = await reader.read()
    }
    if (rest.trim() !== '') {
      yield [rest]
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
