import { expect, test } from 'vitest'
import { countsAnswer } from './counted-answers.ts'

const call = (nodeId: string) => ({ nodeId })

test.each([
  ['the first call of a question', 'chatOpenAI_0', [], false, true],
  ['a later call', 'chatOpenAI_0', ['chatOpenAI_0'], false, false],
  ['an embedding before the answer', 'openAIEmbeddings_0', [], false, true],
  ['the first call after a transcription', 'chatOpenAI_0', ['speechToText'], false, true],
  ['a transcription', 'speechToText', [], false, false],
  ['follow-up questions after a cached answer', 'followUpPrompts', [], false, false],
  ['reading aloud', 'textToSpeech', [], true, false],
  ['help with writing', 'aiInstruction', [], true, false],
  ['a run to a node of the canvas', 'chatOpenAI_0', [], true, false],
] as const)('%s: an answer with %s after %j, as a part %s: %s', (_, nodeId, earlier, isPart, isAnswer) => {
  expect(countsAnswer(call(nodeId), earlier.map(call), isPart)).toBe(isAnswer)
})
