import type { NodeIssue } from './check-node.ts'

/** What is wrong. The catalogue of texts makes a sentence of it; `sayFault` is the server's English. */
export type Issue =
  | NodeIssue
  /** A link that is written in the input and not drawn, or whose node has gone. */
  | { name: 'lost'; label: string }
  /** A text that speaks of a node which is not there. */
  | { name: 'variable'; label: string; token: string }
  | {
      name:
        | 'cycle'
        | 'unconnected'
        | 'noEnding'
        | 'noStart'
        | 'twoStarts'
        | 'noDocuments'
        | 'hanging'
        | 'noTarget'
    }
  /** Another node answers. */
  | { name: 'rival'; answers: string }
  /** Steps of agent flows, which this server shows and keeps, but cannot run. */
  | { name: 'notRunnable'; count: number }
  | KnownIssue

/** Told from what is known around the flow. */
export type KnownIssue =
  | { name: 'credentialGone' | 'credentialMismatch' | 'neverFilled' }
  /** The provider names others. */
  | { name: 'modelGone'; label: string; model: string }
  /** Tokens, about. */
  | { name: 'promptTooLong'; tokens: number; window: number }
  /** A text asks for a variable nobody has made. */
  | { name: 'unknownVariable'; label: string; token: string }

/** A fault, and the input to go to. */
export type Found = { issue: Issue; field?: string }

/** `blocking` keeps the flow from answering, a warning does not, a tip only helps. */
export type Severity = 'blocking' | 'warning' | 'tip'

export type Problem = {
  /** Undefined when it is the flow's and no single node's. */
  nodeId: string | undefined
  /** The input to go to. */
  field?: string
  issue: Issue
  severity: Severity
  /** `severity` is `blocking`. */
  blocking: boolean
}

/** Faults that leave a flow running whatever node has them. */
export const mild: ReadonlySet<Issue['name']> = new Set([
  'unconnected',
  'outdated',
  'deprecated',
  'rival',
  'noDocuments',
  'hanging',
  'noTarget',
  'neverFilled',
  'modelGone',
  'promptTooLong',
  'unknownVariable',
])

/** Those told from what is known around the flow. */
export const knownIssues: ReadonlySet<Issue['name']> = new Set<KnownIssue['name']>([
  'credentialGone',
  'credentialMismatch',
  'neverFilled',
  'modelGone',
  'promptTooLong',
  'unknownVariable',
])

/** A fault in the server's English, with no full stop: REST clients list them. `labelOf` names a kind of credential. */
export function describeIssue(issue: Issue, labelOf: (credentialKind: string) => string): string {
  switch (issue.name) {
    case 'required':
    case 'unlinked':
      return `${issue.label} is required`
    case 'invalid':
      return `${issue.label} is not valid`
    case 'lost':
      return `${issue.label} names a node that is not connected`
    case 'switchedOff':
      return `${issue.label} is required, and ${issue.source} is disabled`
    case 'modelGone':
      return `${issue.label} names ${issue.model}, which is no longer offered`
    case 'promptTooLong':
      return `The prompt takes about ${issue.tokens} tokens, more than the ${issue.window} the model can read`
    case 'unknownVariable':
    case 'variable':
      return `${issue.label} speaks of ${issue.token}, which is not there`
    case 'credential':
      return `${labelOf(issue.kind)} credential is required`
    case 'unknown':
      return `This server has no kind of node named ${issue.kind}`
    case 'outdated':
      return `Version ${issue.newest} of this node is out`
    case 'rival':
      return `This node does not run: ${issue.answers} answers`
    case 'notRunnable':
      return 'This server shows and keeps agent flows, but cannot run all of their steps yet'
    default:
      return plain[issue.name]
  }
}

const plain: Record<Exclude<Issue['name'], WithDetails>, string> = {
  deprecated: 'This node will be taken out of service',
  noBranch: 'This condition has no outputs',
  noTarget: 'No output of this condition leads anywhere',
  cycle: 'This node depends on itself',
  unconnected: 'This node is not connected to anything',
  hanging: 'A link comes from a node that is not there',
  noEnding: 'The flow has no ending. Add a chain or an agent that returns the answer',
  noStart: 'The flow needs a start',
  twoStarts: 'The flow has another start already',
  noDocuments: 'This store has no documents',
  credentialGone: 'The chosen credential is gone',
  credentialMismatch: 'The chosen credential belongs to another service',
  neverFilled: 'This store was never filled',
}

type WithDetails =
  | 'required'
  | 'unlinked'
  | 'invalid'
  | 'lost'
  | 'switchedOff'
  | 'modelGone'
  | 'promptTooLong'
  | 'unknownVariable'
  | 'variable'
  | 'credential'
  | 'unknown'
  | 'outdated'
  | 'rival'
  | 'notRunnable'
