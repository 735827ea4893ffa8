/** English sentences of the server are shown as they come. */
export const sentences: Record<string, string> = {}
