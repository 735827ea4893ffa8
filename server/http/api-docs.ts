import type { ApiDocument } from './openapi/document.ts'
export function printDocs(document: ApiDocument): string {
  return `<!doctype html>${document.info.title}`
}
