import type { NodeIssue } from './check-node.ts'

/** An issue. The client's texts turn it into a sentence; `describeIssue` is the server's English one. */
export type Issue =
  | NodeIssue
  /** A link that is stored in the input but not drawn, or whose node is gone. */
  | { name: 'lost'; label: string }
  /** A text that mentions a missing node. */
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
  | { name: 'rival'; answers: string }
  | {
      name:
        | 'intoStart'
        | 'crossesIteration'
        | 'nestedIteration'
        | 'humanInIteration'
        | 'loopTarget'
        | 'noStore'
    }
  /** A model, tool or store configured inside a step. */
  | { name: 'componentUnknown' | 'componentCredential'; label: string; kind: string }
  /** A field of a step whose work this server cannot do. */
  | { name: 'unavailable'; label: string }
  /** Steps of agent flows, which this server shows and stores, but cannot run. */
  | { name: 'notRunnable'; count: number }
  | KnownIssue

type KnownIssue =
  | { name: 'credentialGone' | 'credentialMismatch' | 'neverUpserted' }
  /** The provider no longer lists the model. */
  | { name: 'modelGone'; label: string; model: string }
  /** Approximate tokens. */
  | { name: 'promptTooLong'; tokens: number; window: number }
  | { name: 'unknownVariable'; label: string; token: string }

export type FieldIssue = { issue: Issue; field?: string }

/** `blocking` keeps the flow from running, a warning does not, a tip is only advice. */
export type Severity = 'blocking' | 'warning' | 'tip'

export type Problem = {
  /** Undefined for an issue of the whole flow. */
  nodeId: string | undefined
  field?: string
  issue: Issue
  severity: Severity
  blocking: boolean
}

/** Issues that never block a run. */
export const nonBlockingIssues: ReadonlySet<Issue['name']> = new Set([
  'unconnected',
  'outdated',
  'deprecated',
  'rival',
  'noDocuments',
  'hanging',
  'noTarget',
  'neverUpserted',
  'modelGone',
  'promptTooLong',
  'unknownVariable',
])

export const knownIssues: ReadonlySet<Issue['name']> = new Set<KnownIssue['name']>([
  'credentialGone',
  'credentialMismatch',
  'neverUpserted',
  'modelGone',
  'promptTooLong',
  'unknownVariable',
])

/**
 * The issue in English without a full stop, as REST responses list it. `labelOf` returns the label of a credential
 * kind.
 */
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
    case 'componentUnknown':
      return `${issue.label}: this server has no kind of node named ${issue.kind}`
    case 'componentCredential':
      return `${issue.label}: ${labelOf(issue.kind)} credential is required`
    case 'unavailable':
      return `${issue.label}: this server cannot run this yet`
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
  intoStart: 'A link leads from here into the start',
  crossesIteration: 'A link from here crosses the border of an iteration',
  nestedIteration: 'An iteration cannot be inside another one',
  humanInIteration: 'Human Input cannot be inside an iteration',
  loopTarget: 'Loop Back To must name a node that leads to this one',
  noStore: 'Choose a store to search',
  noDocuments: 'This store has no documents',
  credentialGone: 'The chosen credential is gone',
  credentialMismatch: 'The chosen credential belongs to another service',
  neverUpserted: 'This store was never upserted',
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
  | 'componentUnknown'
  | 'componentCredential'
  | 'unavailable'
  | 'outdated'
  | 'rival'
  | 'notRunnable'
