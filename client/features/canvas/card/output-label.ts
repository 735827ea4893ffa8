import { nodeText } from '#client/texts/node-texts.ts'
import type { Texts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { typesOf } from '../graph/shape.ts'

type Port = { label: string; type: string }
type Words = Pick<Texts['common'], 'answer' | 'kinds'>

/** Outputs of these classes give the flow's answer. */
const answering =
  /^(AgentExecutor|BaseChain|BaseQueryEngine|ContextChatEngine|SimpleChatEngine|OpenAIAssistant)$/

/** An output in words. A class name says less than the word for its kind. */
export function outputLabel(port: Port, { answer, kinds }: Words): { label: string; kind: string } {
  const types = typesOf(port)
  const kind = kindOf(types)
  const isAnswer = types.some((type) => answering.test(type))
  const isClass = types[0] === port.label
  if (kind === 'agent') {
    return { label: isAnswer && isClass ? answer : nodeText(port.label), kind: '' }
  }
  const word = kind === 'any' ? '' : kinds[kind]
  return word !== '' && (isClass || word === port.label)
    ? { label: word, kind: '' }
    : { label: port.label, kind: word }
}

/** For assistive technology: the kind of what comes out; what is of no kind has a name of its own. */
export function outputName(label: string, kind: Kind, kinds: Texts['common']['kinds']): string {
  return kind === 'any' || kind === 'agent' ? label : kinds[kind]
}
