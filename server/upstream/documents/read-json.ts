import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { valueAt } from '#shared/json.ts'
import { jsonDepth } from '#shared/json-depth.ts'
import { limits, rejectTooDeep, rejectTooLarge, rejectUnreadable } from './limits.ts'

/**
 * JSON: one document per string. With pointers (`/title, /author/name`) only strings under them, at the top and in
 * each object of a list.
 */
export function readJson(text: string, pointers: string | undefined): Document[] {
  const value = parse(text, 'it is not valid JSON')
  const paths = (pointers ?? '').split(',').flatMap((pointer) => toPath(pointer) ?? [])
  const texts = paths.length > 0 ? paths.flatMap((path) => textsUnder(value, path)) : allTexts(value)
  return texts.map((pageContent, index) => ({ pageContent, metadata: { line: index + 1 } }))
}

/** JSON Lines: the string under the pointer of each line; without a pointer, the whole line. */
export function readJsonLines(text: string, pointer: string | undefined): Document[] {
  const [path] = [toPath(pointer ?? '')].flatMap((each) => each ?? [])
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') {
      return []
    }
    if (index > limits.rows) {
      rejectTooLarge(`it has more than ${limits.rows} lines`)
    }
    const value = parse(line, `line ${index + 1} is not valid JSON`)
    const found = path ? valueAt(value, path.names) : value
    const pageContent = typeof found === 'string' ? found : found === undefined ? '' : JSON.stringify(found)
    return [{ pageContent, metadata: { line: index + 1 } }]
  })
}

type Path = { names: string[] }

/** Parses `/a/b~1c` by RFC 6901; `a` means `/a`. */
function toPath(pointer: string): Path | undefined {
  const trimmed = pointer.trim().replace(/^\//, '')
  const names = trimmed.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return trimmed === '' ? undefined : { names }
}

function textsUnder(value: Json, path: Path): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => textsUnder(item, path))
  }
  const found = valueAt(value, path.names)
  return found === undefined ? [] : allTexts(found)
}

function allTexts(value: unknown): string[] {
  const texts: string[] = []
  const visit = (part: unknown) => {
    if (typeof part === 'string') {
      texts.push(part)
    } else if (typeof part === 'object' && part !== null) {
      Object.values(part).forEach(visit)
    }
  }
  visit(value)
  return texts
}

function parse(text: string, problem: string): Json {
  if (jsonDepth(text) > limits.depth) {
    rejectTooDeep()
  }
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    rejectUnreadable(problem, error)
  }
}
