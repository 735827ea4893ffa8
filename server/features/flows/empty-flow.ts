/** The live version of a flow created on the canvas, until it is published. */
export const emptyFlow = '{"nodes":[],"edges":[]}'
