// HTML in an answer stays text, so the parser need not know the names of its elements.
export const htmlBlockNames: string[] = []
export const htmlRawNames: string[] = []
