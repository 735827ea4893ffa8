import {
  type CredentialNeed,
  describeFlow,
  type FlowDescription,
} from '#client/components/flow-import/describe-flow.ts'
import { leaveOut } from '#client/components/flow-import/leave-out.ts'
import type { Summaries } from '../store/catalogue.ts'
import { setCredential } from './edit.ts'
import { type Graph, readGraph, writeGraph } from './flow-graph.ts'

export type ImportIssue = { issue: 'json'; at: JsonIssue } | { issue: 'notFlow' }

export type FlowImport = FlowDescription & { graph: Graph }

/** Parses the text of a flow file, preserving all keys. */
export function readImport(text: string, name: string, kinds: Summaries): FlowImport | ImportIssue {
  // Some editors write a byte order mark, which is not JSON.
  const plain = text.replace(/^\ufeff/, '')
  let graph: Graph
  try {
    graph = readGraph(plain, name)
  } catch {
    const at = findJsonIssue(plain)
    return at ? { issue: 'json', at } : { issue: 'notFlow' }
  }
  return { graph, ...describeFlow(graph.nodes, kinds) }
}

export function withoutMissing({ graph, missing }: FlowImport): Graph {
  return readGraph(JSON.stringify(leaveOut(writeGraph(graph), missing)), graph.name)
}

export function assignCredentials(
  graph: Graph,
  needs: readonly CredentialNeed[],
  chosen: ReadonlyMap<string, string>,
): Graph {
  return needs.reduce((assigned, { label, nodes }) => {
    const credential = chosen.get(label)
    return credential ? nodes.reduce((each, id) => setCredential(each, id, credential), assigned) : assigned
  }, graph)
}

/** Position of the first JSON syntax error, from 1. */
export type JsonIssue = { line: number; column: number }

const sign = /[{}[\],:]/y
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b/y
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const space = /[\t\n\r ]*/y

/**
 * The expected token: in an object a key, a colon and a value; in a list a value; after a value a comma or the
 * end.
 */
type Expected = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'after'

/**
 * The first JSON syntax error; undefined for valid JSON. Error messages differ by browser, and not all contain a
 * position.
 */
export function findJsonIssue(text: string): JsonIssue | undefined {
  const open: ('{' | '[')[] = []
  let target: Expected = 'value'
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const found = tokenAt(text, at)
    if (found.end <= 0) {
      return placeOf(text, -found.end)
    }
    const next: Expected | undefined = step(found.kind, target, open)
    if (!next) {
      return placeOf(text, at)
    }
    target = next
    at = skipSpace(text, found.end)
  }
  return target === 'after' && open.length === 0 ? undefined : placeOf(text, at)
}

type Token = { kind: string; end: number }

/**
 * The token at a position: a punctuation character, or the kind of token. A negative end is the position of a
 * syntax error.
 */
function tokenAt(text: string, at: number): Token {
  if (text[at] === '"') {
    return { kind: 'text', end: endOfText(text, at) }
  }
  const signEnd = matchAt(sign, text, at)
  if (signEnd !== undefined) {
    return { kind: text.charAt(at), end: signEnd }
  }
  return { kind: 'plain', end: matchAt(plain, text, at) ?? -at }
}

function endOfText(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const letter = text.charAt(at)
    if (letter === '"') {
      return at + 1
    }
    // A string that reaches the end of the line or file is not closed.
    if (letter === '' || letter < ' ') {
      return -start
    }
    const next = letter === '\\' ? matchAt(escaped, text, at) : at + 1
    if (next === undefined) {
      return -at
    }
    at = next
  }
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function skipSpace(text: string, at: number): number {
  return matchAt(space, text, at) ?? at
}

/** The token expected next; undefined if this one is not allowed. Updates `open`. */
function step(kind: string, target: Expected, open: ('{' | '[')[]): Expected | undefined {
  switch (kind) {
    case 'text':
      return target === 'key' || target === 'firstKey' ? 'colon' : afterValue(target)
    case 'plain':
      return afterValue(target)
    case '{':
    case '[':
      return openBracket(kind, target, open)
    case '}':
      return end('{', target === 'after' || target === 'firstKey', open)
    case ']':
      return end('[', target === 'after' || target === 'first', open)
    case ',':
      return target === 'after' ? afterComma(open.at(-1)) : undefined
    default:
      return target === 'colon' ? 'value' : undefined
  }
}

function afterValue(target: Expected): Expected | undefined {
  return target === 'value' || target === 'first' ? 'after' : undefined
}

function openBracket(kind: '{' | '[', target: Expected, open: ('{' | '[')[]): Expected | undefined {
  if (!afterValue(target)) {
    return undefined
  }
  open.push(kind)
  return kind === '{' ? 'firstKey' : 'first'
}

function end(began: '{' | '[', isTime: boolean, open: ('{' | '[')[]): Expected | undefined {
  return isTime && open.at(-1) === began && open.pop() ? 'after' : undefined
}

function afterComma(inside: '{' | '[' | undefined): Expected | undefined {
  return inside && (inside === '{' ? 'key' : 'value')
}

function placeOf(text: string, at: number): JsonIssue {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
