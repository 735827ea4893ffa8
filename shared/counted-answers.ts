/** Model calls that serve a conversation or an author but are not part of an answer: they only count as cost. */
const helperNodes: ReadonlySet<string> = new Set(['textToSpeech', 'speechToText', 'aiInstruction', 'aiSteps'])

type Call = { readonly nodeId: string }

/**
 * Whether this call counts as an answer: the first non-helper call of a run. Partial runs (to a node of the
 * canvas, filling a store, reading aloud, help with writing) never count.
 */
export function countsAnswer(call: Call, earlier: readonly Call[], isPart: boolean): boolean {
  const isHelper = ({ nodeId }: Call) => helperNodes.has(nodeId)
  return !isPart && !isHelper(call) && earlier.every(isHelper)
}
