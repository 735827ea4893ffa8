export type StorePaths = {
  list: string
  store: (storeId: string) => string
  /** `name` is the id of a source, or for a new one the name of its loader. */
  source: (storeId: string, name: string) => string
  chunks: (storeId: string, sourceId: string) => string
  index: (storeId: string, sourceId?: string) => string
  query: (storeId: string) => string
  flow: (id: string) => string
  billing: string
}
