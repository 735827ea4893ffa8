import type { Json } from '#server/engine/inputs.ts'
import { asList, asObject, type Found, pick } from './search-json.ts'

/** Reads a Google results page: the direct answer first, then the results. */
export function readSearchResults(found: Found): Json {
  const box = asObject(found.answer_box) ?? asObject(found.answerBox)
  const graph = asObject(found.knowledge_graph) ?? asObject(found.knowledgeGraph)
  const answer = box?.answer ?? box?.result ?? box?.snippet
  const results = asList(found.organic_results ?? found.organic)
  const rows = pick(results, { title: 'title', link: 'link', snippet: 'snippet', date: 'date' })
  if (answer === undefined && !graph?.description) {
    return rows
  }
  return {
    ...(answer !== undefined && { answer }),
    ...(graph?.description && { about: { title: graph.title ?? '', description: graph.description } }),
    results: rows,
  }
}
