import { basename, win32 } from 'node:path'
import { isRecord } from '#shared/json.ts'
import type { Reply } from './questions.ts'

const FAILED = 'The tool failed.'

/** Removes what concerns the owner alone: why a tool failed, and where a source lies on the server. */
export function toVisitorReply(reply: Reply): Reply {
  const { usedTools, sourceDocuments } = reply
  return {
    ...reply,
    ...(usedTools && { usedTools: usedTools.map((used) => withoutPaths(withoutCause(used))) }),
    ...(sourceDocuments && { sourceDocuments: sourceDocuments.map(withoutPaths) }),
  }
}

function withoutCause<Value>(used: Value): Value {
  return isRecord(used) && 'error' in used ? { ...used, error: FAILED, toolOutput: `Error: ${FAILED}` } : used
}

function withoutPaths<Value>(value: Value): Value {
  if (!isRecord(value)) {
    return value
  }
  const { metadata, sourceDocuments } = value
  return {
    ...value,
    ...(isRecord(metadata) && { metadata: mapValues(metadata, toFileName) }),
    ...(Array.isArray(sourceDocuments) && { sourceDocuments: sourceDocuments.map(withoutPaths) }),
  }
}

function mapValues(record: Record<string, unknown>, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

/** The last part of an absolute file system path. URLs and all other values are unchanged. */
function toFileName(value: unknown) {
  if (typeof value !== 'string') {
    return value
  }
  if (/^[a-z]:[\\/]/i.test(value)) {
    return win32.basename(value)
  }
  return /^(?:file:\/\/)?\/[^/]/.test(value) ? basename(value) : value
}
