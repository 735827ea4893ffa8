export const nodes = {}
