import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { Synthesizer } from '#server/engine/handles.ts'
import type { Inputs, InputsOf } from '#server/engine/inputs.ts'
import { defaultPrompts, refineOver, summariseTree } from './synthesize.ts'

type Row<I extends Inputs> = Pick<NodeDefinition, 'name' | 'label' | 'description'> & {
  kind: string
  inputs: I
  synthesizer(inputs: InputsOf<I>): Synthesizer
}

type Call<I extends Inputs> = Omit<AnyCall, 'inputs'> & { inputs: InputsOf<I> }

function synthesizerNode<const I extends Inputs>({ kind, synthesizer, ...row }: Row<I>): NodeDefinition {
  return {
    ...row,
    version: 1,
    category: 'Response Synthesizer',
    icon: 'synthesizer',
    baseClasses: [kind, 'ResponseSynthesizer'],
    badge: 'DEPRECATING',
    tags: ['LlamaIndex'],
    build: ({ inputs }: Call<I>) => synthesizer(inputs),
  }
}

const textQAPrompt = {
  label: 'Text QA Prompt',
  type: 'string',
  description: 'Prompt for the answer: {context}, {query}.',
  rows: 4,
  default: defaultPrompts.textQA,
  optional: true,
} as const
const refineInputs = {
  refinePrompt: {
    label: 'Refine Prompt',
    type: 'string',
    description: 'Prompt that refines the answer: {query}, {existingAnswer}, {context}.',
    rows: 4,
    default: defaultPrompts.refine,
    optional: true,
  },
  textQAPrompt,
} as const

function promptsOf({ textQAPrompt, refinePrompt }: InputsOf<typeof refineInputs>) {
  return { textQA: textQAPrompt ?? defaultPrompts.textQA, refine: refinePrompt ?? defaultPrompts.refine }
}

export const responseSynthesizers: NodeDefinition[] = [
  synthesizerNode({
    name: 'compactrefineLlamaIndex',
    label: 'Compact and Refine',
    description: 'Answers from as many passages as fit into a prompt, then refines the answer with the rest.',
    kind: 'CompactRefine',
    inputs: refineInputs,
    synthesizer: (inputs) => refineOver(promptsOf(inputs)),
  }),
  synthesizerNode({
    name: 'refineLlamaIndex',
    label: 'Refine',
    description: 'Answers from the first passage, then refines the answer with each other passage.',
    kind: 'Refine',
    inputs: refineInputs,
    synthesizer: (inputs) => refineOver(promptsOf(inputs), 1),
  }),
  synthesizerNode({
    name: 'simpleResponseBuilderLlamaIndex',
    label: 'Simple Response Builder',
    description: 'Puts all passages into one prompt and answers once.',
    kind: 'SimpleResponseBuilder',
    inputs: {},
    synthesizer: () => refineOver(defaultPrompts, Number.POSITIVE_INFINITY),
  }),
  synthesizerNode({
    name: 'treeSummarizeLlamaIndex',
    label: 'TreeSummarize',
    description: 'Answers from groups of passages in parallel, then combines the answers.',
    kind: 'TreeSummarize',
    inputs: { prompt: { ...textQAPrompt, label: 'Prompt' } },
    synthesizer: ({ prompt }) => summariseTree(prompt ?? defaultPrompts.textQA),
  }),
]
