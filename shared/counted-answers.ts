/** Nodes whose model calls are billed but never count as an answer, such as speech and writing help. */
const helperNodes: ReadonlySet<string> = new Set([
  'textToSpeech',
  'speechToText',
  'followUpPrompts',
  'aiInstruction',
  'aiSteps',
  'aiReply',
])

type Call = { readonly nodeId: string }

/**
 * Whether a call counts as an answer: the first call of a full run that is not a helper's. Partial runs (up
 * to one node of the canvas, upserts, text to speech, writing help) never count.
 */
export function countsAnswer(call: Call, earlier: readonly Call[], isPart: boolean): boolean {
  const isHelper = ({ nodeId }: Call) => helperNodes.has(nodeId)
  return !isPart && !isHelper(call) && earlier.every(isHelper)
}
