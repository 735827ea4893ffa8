/** Line drawings of 24 × 24, in the colour of the text around them. One word each: the `icon` of a node. */
const drawings: Record<string, string> = {
  // A head with two eyes, and a spark above it.
  model:
    '<rect x="4" y="8" width="16" height="11" rx="3"/><path d="M12 8V4.5M10 4.5h4M9 13v1.5M15 13v1.5M2 12.5v3M22 12.5v3"/>',
  // A flask that bubbles: something to try things in.
  demo: '<path d="M10 3h4M11 3v6l-5.2 8.6A2.2 2.2 0 0 0 7.7 21h8.6a2.2 2.2 0 0 0 1.9-3.4L13 9V3M8 15h8M11 18h.01M14 12h.01"/>',
  // Sheets laid one upon the other.
  memory: '<path d="m12 3 9 4.5-9 4.5-9-4.5zM3 12l9 4.5 9-4.5M3 16.5 12 21l9-4.5"/>',
  // A frame around the last lines of many.
  window:
    '<path d="M5 4h14M5 7.5h14"/><rect x="3" y="11" width="18" height="10" rx="2"/><path d="M7 14.5h10M7 17.5h6"/>',
  // Two links that hold each other.
  chain:
    '<rect x="2" y="8.5" width="12" height="7" rx="3.5"/><rect x="10" y="8.5" width="12" height="7" rx="3.5"/>',
  // Two people speaking in turn.
  conversation: '<path d="M3 5h11v7H8l-3 3v-3H3zM10 15v1h6l3 3v-3h2V9h-4"/>',
  // Braces around a word that is still to come.
  prompt: '<path d="M9 5c-3.5 0-1 6-4 7 3 1 .5 7 4 7M15 5c3.5 0 1 6 4 7-3 1-.5 7-4 7M10 12h4"/>',
  // Messages, one below the other.
  messages:
    '<rect x="3" y="4" width="13" height="6" rx="2"/><rect x="8" y="14" width="13" height="6" rx="2"/><path d="M6.5 7h6M11.5 17h6"/>',
  // A sheet with a folded corner.
  note: '<path d="M4 4h16v10l-6 6H4zM20 14h-6v6M8 8.5h8M8 12h4"/>',
}

/** The drawing for a word, or nothing when there is none. */
export function iconSvg(name: string): string | undefined {
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined
  return (
    drawing &&
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>`
  )
}
