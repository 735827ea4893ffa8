/**
 * Queries without input whose response is the same for every caller. The client sends them unbatched, so that the
 * server compresses each once and the browser can revalidate it with its ETag.
 */
export const sharedQueries: ReadonlySet<string> = new Set([
  'nodes.list',
  'nodes.summaries',
  'credentials.kinds',
])

/** The same with an input: one response per input. */
export const sharedQueriesWithInput: ReadonlySet<string> = new Set(['nodes.templates'])
