const byEnding: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  xml: 'application/xml',
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/jsonl',
  yaml: 'application/x-yaml',
  yml: 'application/x-yaml',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

/** The MIME type of a file. Browsers guess differently or not at all, so the extension takes precedence. */
export function mediaTypeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? type.split(';')[0] ?? ''
}

/** The `accept` value of a file dialog: types and extensions, because some systems support only one of the two. */
export function acceptOf(types: readonly string[]): string {
  const endings = Object.keys(byEnding).filter((ending) => types.includes(byEnding[ending] ?? ''))
  return [...types, ...endings.map((ending) => `.${ending}`)].join(',')
}

export const documentTypes = [...new Set(Object.values(byEnding))].filter(
  (type) => !type.startsWith('image/'),
)
