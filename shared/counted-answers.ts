/** Model calls that serve a conversation or an author, and are no part of an answer: their cost is usage, nothing more. */
const helperNodes: ReadonlySet<string> = new Set(['textToSpeech', 'speechToText', 'aiInstruction', 'aiSteps'])

type Call = { readonly nodeId: string }

/**
 * Whether usage counts an answer with this call: the first one of a run that is no helper's. A run to some node of the canvas,
 * one that fills a store, reads aloud or helps to write is a part, and no answer at all.
 */
export function countsAnswer(call: Call, earlier: readonly Call[], isPart: boolean): boolean {
  const isHelper = ({ nodeId }: Call) => helperNodes.has(nodeId)
  return !isPart && !isHelper(call) && earlier.every(isHelper)
}
