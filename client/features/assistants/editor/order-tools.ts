/** Product spec: tools that read come first, those that write next, all others last. */
export function orderTools<Tool extends { name: string }>(tools: readonly Tool[]): Tool[] {
  return tools.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ name }: { name: string }): number {
  const [word = ''] = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
  if (word === 'read' || word === 'get') {
    return 0
  }
  return word === 'write' || word === 'post' ? 1 : 2
}
