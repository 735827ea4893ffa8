/** The type under which a kind of node is dragged. */
export const dragType = 'application/x-flowtill-node'
