/**
 * Queries without input whose response is the same for every caller. The client sends each alone instead of in a batch,
 * so that the server can compress it once and the browser can revalidate it with its ETag.
 */
export const sharedQueries: ReadonlySet<string> = new Set([
  'nodes.list',
  'nodes.summaries',
  'credentials.kinds',
])

/** The same with an input: each input has a response of its own. */
export const sharedQueriesWithInput: ReadonlySet<string> = new Set(['nodes.templates'])
