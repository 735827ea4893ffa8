import { markSvg } from './marks/marks.ts'

/** Line drawings of 24 × 24 in the colour of the surrounding text. Each key is a node's `icon`. */
const drawings: Record<string, string> = {
  model:
    '<rect x="4" y="8" width="16" height="11" rx="3"/><path d="M12 8V4.5M10 4.5h4M9 13v1.5M15 13v1.5M2 12.5v3M22 12.5v3"/>',
  demo: '<path d="M10 3h4M11 3v6l-5.2 8.6A2.2 2.2 0 0 0 7.7 21h8.6a2.2 2.2 0 0 0 1.9-3.4L13 9V3M8 15h8M11 18h.01M14 12h.01"/>',
  memory: '<path d="m12 3 9 4.5-9 4.5-9-4.5zM3 12l9 4.5 9-4.5M3 16.5 12 21l9-4.5"/>',
  window:
    '<path d="M5 4h14M5 7.5h14"/><rect x="3" y="11" width="18" height="10" rx="2"/><path d="M7 14.5h10M7 17.5h6"/>',
  chain:
    '<rect x="2" y="8.5" width="12" height="7" rx="3.5"/><rect x="10" y="8.5" width="12" height="7" rx="3.5"/>',
  conversation: '<path d="M3 5h11v7H8l-3 3v-3H3zM10 15v1h6l3 3v-3h2V9h-4"/>',
  prompt: '<path d="M9 5c-3.5 0-1 6-4 7 3 1 .5 7 4 7M15 5c3.5 0 1 6 4 7-3 1-.5 7-4 7M10 12h4"/>',
  messages:
    '<rect x="3" y="4" width="13" height="6" rx="2"/><rect x="8" y="14" width="13" height="6" rx="2"/><path d="M6.5 7h6M11.5 17h6"/>',
  parser: '<path d="M3 4h18l-7 9v6l-4 2v-8z"/>',
  shield: '<path d="M12 3 4 6v6c0 4.5 3.4 7.6 8 9 4.6-1.4 8-4.5 8-9V6zM8.5 12h7"/>',
  database:
    '<ellipse cx="12" cy="5" rx="8" ry="2.5"/><path d="M4 5v14c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5V5M4 9.7c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5M4 14.4c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5"/>',
  cache:
    '<ellipse cx="12" cy="5.5" rx="8" ry="2.5"/><path d="M4 5.5v13c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5v-13M4 12c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5"/>',
  calculator:
    '<rect x="5" y="3" width="14" height="18" rx="2"/><path d="M8.5 7h7M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  tool: '<path d="M14.5 6.5a4 4 0 0 1 5-3.9l-2.6 2.6 1.9 1.9 2.6-2.6a4 4 0 0 1-5.3 4.6l-8.6 9.4a2 2 0 0 1-2.9-2.9l9.4-8.6z"/>',
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5.5 5.5"/>',
  flow: '<rect x="3" y="9" width="6" height="6" rx="1.5"/><rect x="15" y="3" width="6" height="6" rx="1.5"/><rect x="15" y="15" width="6" height="6" rx="1.5"/><path d="M9 12h3V6h3M12 12v6h3"/>',
  agent:
    '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2 2M16.7 16.7l2 2M18.7 5.3l-2 2M7.3 16.7l-2 2"/>',
  web: '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9"/>',
  plug: '<path d="M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21"/>',
  branch: '<path d="M4 12h6l6-6h4M10 12l6 6h4M17 3l3 3-3 3M17 15l3 3-3 3"/>',
  play: '<circle cx="12" cy="12" r="9"/><path d="m10 8.5 5.5 3.5-5.5 3.5z"/>',
  repeat:
    '<path d="M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5"/>',
  stop: '<circle cx="12" cy="12" r="9"/><path d="M9 9h6v6H9z"/>',
  code: '<path d="m8 7-5 5 5 5M16 7l5 5-5 5M14 4l-4 16"/>',
  variable: '<path d="M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8"/>',
  note: '<path d="M4 4h16v10l-6 6H4zM20 14h-6v6M8 8.5h8M8 12h4"/>',
  embedding:
    '<path d="M4 3v17h17"/><circle cx="10" cy="10" r="1.5"/><circle cx="13" cy="7" r="1.5"/><circle cx="17" cy="15" r="1.5"/>',
  splitter: '<path d="M5 3h14v5H5zM5 10.5h14v4H5zM5 17h14v4H5z"/>',
  document: '<path d="M8 3h8l4 4v14H8zM16 3v4h4M11 12h6M11 16h6M2 12h6M5.5 9.5 8 12l-2.5 2.5"/>',
  store:
    '<ellipse cx="12" cy="5.5" rx="8" ry="2.5"/><path d="M4 5.5v13c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5v-13M9 13h.01M14 11h.01M13 16h.01"/>',
  retriever:
    '<path d="M13 3H4v16h6M7 7h5M7 11h3"/><circle cx="15" cy="13.5" r="4"/><path d="m18 16.5 3 3.5"/>',
  engine:
    '<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2"/>',
  synthesizer: '<path d="M3 5h5l4 7M3 12h18M3 19h5l4-7M18 9l3 3-3 3"/>',
  start: '<path d="M7 4.5v15l12-7.5z"/>',
  conditionAgent:
    '<circle cx="7" cy="12" r="4"/><path d="M11 12h2l5-5h3M13 12l5 5h3M19 5l2 2-2 2M19 15l2 2-2 2M7 5v3M7 16v3"/>',
  humanInput:
    '<circle cx="9" cy="7.5" r="3.5"/><path d="M2.5 20c.5-4 3-6 6.5-6 1.6 0 3 .4 4 1.2M14.5 18l2.5 2.5 4.5-5"/>',
  loop: '<path d="M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5"/>',
  iteration:
    '<rect x="3" y="3" width="12" height="12" rx="2"/><path d="M18 8h1a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-1"/>',
  person:
    '<path d="M4 14v-2a8 8 0 0 1 16 0v2M20 17c0 2-2 3.5-5 3.5h-2"/><rect x="3" y="13" width="4" height="6" rx="1.5"/><rect x="17" y="13" width="4" height="6" rx="1.5"/>',
  directReply: '<path d="M10 6 4 12l6 6M4 12h10a6 6 0 0 1 6 6v1"/>',
  records:
    '<rect x="4" y="3" width="16" height="18" rx="2"/><path d="m7 8 1 1 2-2M7 14l1 1 2-2M13 8h4M13 14h4"/>',
}

/** Undefined if neither an icon nor a provider mark has this name. */
export function iconSvg(name: string): string | undefined {
  if (name.startsWith('mark-')) {
    return markSvg(name)
  }
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined
  return (
    drawing &&
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="#7C828E" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>`
  )
}
