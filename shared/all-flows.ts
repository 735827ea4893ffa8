/** In place of a flow's id: all flows that the caller may read. Apart from the schemas, for pages that load few. */
export const ALL_FLOWS = 'all'
