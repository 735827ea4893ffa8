type Answer = { data: object } | { error: { code: string; message: string; statusCode: number } }

/** A fake model behind the server: each question gets the next answer, once it is released. */
export function answerWriting(...answers: Answer[]) {
  const requested: string[] = []
  const open = Promise.withResolvers<void>()
  const around = async (answer: () => Promise<Response>, path: string) => {
    if (!path.includes('/trpc/writing.')) {
      return answer()
    }
    requested.push(path.replace(/^.*writing\./, ''))
    await open.promise
    const next = answers[requested.length - 1] ?? { data: {} }
    const body =
      'data' in next
        ? { result: { data: next.data } }
        : { error: { message: next.error.message, code: -32_000, data: { error: next.error } } }
    return new Response(JSON.stringify(body), {
      status: 'data' in next ? 200 : next.error.statusCode,
      headers: { 'content-type': 'application/json' },
    })
  }
  return { around, requested, letGo: open.resolve }
}
