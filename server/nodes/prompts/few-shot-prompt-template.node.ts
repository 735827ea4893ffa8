import { z } from 'zod'
import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { makePrompt } from './make-prompt.ts'

const examplesSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))

export const fewShotPromptTemplate = defineNode({
  name: 'fewShotPromptTemplate',
  label: 'Few Shot Prompt Template',
  version: 1,
  category: 'Prompts',
  description: 'Prompt that shows the model examples first.',
  icon: 'prompt',
  baseClasses: ['FewShotPromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate', 'Runnable'],

  inputs: {
    examples: {
      label: 'Examples',
      type: 'string',
      description: 'JSON list of objects.',
      rows: 4,
      placeholder: '[{ "word": "happy", "antonym": "sad" }, { "word": "tall", "antonym": "short" }]',
    },
    examplePrompt: {
      label: 'Example Prompt',
      type: 'PromptTemplate',
      description: 'Format of each example.',
    },
    prefix: {
      label: 'Prefix',
      type: 'string',
      description: 'Text before the examples.',
      rows: 4,
      placeholder: 'Give the antonym of every word.',
    },
    suffix: {
      label: 'Suffix',
      type: 'string',
      description: 'Text after the examples, including the message.',
      rows: 4,
      placeholder: 'Word: {input}\nAntonym:',
    },
    exampleSeparator: {
      label: 'Example Separator',
      type: 'string',
      description: 'Text between the examples.',
      default: '\n\n',
      placeholder: '\\n\\n',
    },
    templateFormat: {
      label: 'Template Format',
      type: 'options',
      options: [
        { label: 'f-string', name: 'f-string' },
        { label: 'jinja-2', name: 'jinja-2' },
      ],
      default: 'f-string',
    },
  },

  build({ inputs, label }) {
    if (inputs.templateFormat === 'jinja-2') {
      throw new AppError(
        'INVALID_FLOW',
        `${label}: write the prompt with {variables}; jinja is not read here.`,
      )
    }
    const examples = readExamples(inputs.examples, label).map((example) =>
      inputs.examplePrompt
        .format(Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)])))
        .map(({ content }) => content)
        .join('\n'),
    )
    // A one-line field stores line breaks as `\n`.
    const separator = inputs.exampleSeparator.replaceAll('\\n', '\n')
    const { prefix, suffix } = inputs
    // Braces in an example are text; only prefix and suffix have variables.
    const literal = examples.map((text) => text.replaceAll('{', '{{').replaceAll('}', '}}'))
    const template = [prefix, ...literal, suffix].join(separator)
    return makePrompt([{ role: 'user', template }], undefined, label)
  },
})

function readExamples(text: string, label: string) {
  try {
    return examplesSchema.parse(parseBoundedJson(text))
  } catch (cause) {
    const message = `${label}: Examples must be a JSON list of objects, such as [{"word": "happy"}].`
    throw new AppError('INVALID_FLOW', message, { cause })
  }
}
