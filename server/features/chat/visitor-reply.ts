import { basename, win32 } from 'node:path'
import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'
import type { Reply } from './questions.ts'

const FAILED = 'The tool failed.'
const NOT_FETCHED = 'The file could not be fetched.'

/** Removes what concerns the owner alone: why a tool or a file failed, and where a source lies on the server. */
export function toVisitorReply(reply: Reply): Reply {
  const { agentReasoning, agentFlowExecutedData: items } = reply
  return {
    ...hideFromVisitor(reply),
    ...(agentReasoning && { agentReasoning: agentReasoning.map((entry) => hideStepFromVisitor(entry)) }),
    ...(items && { agentFlowExecutedData: items.map(hideItemFromVisitor) }),
  }
}

type Shown = { usedTools?: unknown; sourceDocuments?: unknown; fileAnnotations?: unknown }

/** The same for one step of an agent flow, or for a whole reply. */
export function hideFromVisitor<Value extends Shown>(value: Value): Value {
  const { usedTools, sourceDocuments, fileAnnotations } = value
  return {
    ...value,
    ...(Array.isArray(usedTools) && { usedTools: usedTools.map((used) => withoutPaths(withoutCause(used))) }),
    ...(Array.isArray(sourceDocuments) && { sourceDocuments: sourceDocuments.map(withoutPaths) }),
    ...(Array.isArray(fileAnnotations) && { fileAnnotations: fileAnnotations.map(withoutReason) }),
  }
}

/** A step of a v1 agent flow, without its state and the instructions of its supervisor. */
export function hideStepFromVisitor<Value>(value: Value): Value {
  if (!isRecord(value)) {
    return value
  }
  const { state: _, instructions: __, ...shown } = hideFromVisitor(value)
  return shown as Value
}

/**
 * Visitors see which steps ran. Prompts, state, results of requests and causes of failures are the owner's, and the
 * answer itself is the text of the reply.
 */
export function hideItemFromVisitor<Item extends { data: { [key: string]: Json } }>(item: Item): Item {
  const shown = ['id', 'name', 'iterationIndex', 'parentNodeId'].flatMap((name) => {
    const value = item.data[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...item, data: Object.fromEntries(shown) }
}

function withoutCause<Value>(used: Value): Value {
  return isRecord(used) && 'error' in used ? { ...used, error: FAILED, toolOutput: `Error: ${FAILED}` } : used
}

function withoutReason<Value>(file: Value): Value {
  return isRecord(file) && 'error' in file ? { ...file, error: NOT_FETCHED } : file
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
