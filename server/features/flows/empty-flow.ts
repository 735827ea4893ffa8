/** What answers in a flow that was begun on the canvas, until it is published: nothing. */
export const emptyFlow = '{"nodes":[],"edges":[]}'
