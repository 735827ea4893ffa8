/** Lists are pages only when a page was requested. */
export function listOf<Item>(found: Item[] | { data: Item[] }): Item[] {
  return Array.isArray(found) ? found : found.data
}
