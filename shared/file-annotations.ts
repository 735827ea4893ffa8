import { isRecord } from './json.ts'

/** `filePath`: as the assistant has named the file. `fileName`: as it is stored with the chat. `size` in bytes. */
type StoredFile = { filePath: string; fileName: string; size: number; url: string }

/** A file that an assistant has made for its answer, or why it could not be fetched. */
export type FileAnnotation = StoredFile | { filePath: string; error: string }

/** Annotations of another shape are left out. By hand, because the page of a visitor's chat loads no schemas. */
export function readFileAnnotations(annotations: readonly unknown[] = []): FileAnnotation[] {
  return annotations.flatMap((each): FileAnnotation[] => {
    if (!(isRecord(each) && typeof each.filePath === 'string')) {
      return []
    }
    const { filePath, fileName, size, url, error } = each
    if (typeof error === 'string') {
      return [{ filePath, error }]
    }
    const isStored = typeof fileName === 'string' && typeof size === 'number'
    return isStored && isAddress(url) ? [{ filePath, fileName, size, url }] : []
  })
}

/** Never one with a scheme that runs code. */
function isAddress(url: unknown): url is string {
  return typeof url === 'string' && /^(https?:\/)?\/\S+$/.test(url)
}
