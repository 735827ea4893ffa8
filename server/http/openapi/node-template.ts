import type { JsonSchema } from './schemas.ts'

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }
const flag: JsonSchema = { type: 'boolean' }
const number: JsonSchema = { type: 'number' }
const inputs: JsonSchema = { type: 'array', items: { $ref: '#/components/schemas/NodeInput' } }
const condition: JsonSchema = {
  type: 'object',
  additionalProperties: true,
  description: 'Values of other inputs by name.',
}
const object = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

/** Types of shared/nodes.ts without a zod schema. */
export const nodeComponents: Record<string, JsonSchema> = {
  NodeInput: {
    description: 'An input of a node: a field of its form, or a port to connect.',
    ...object(
      {
        name: text,
        label: text,
        type: {
          ...text,
          description: 'A field type such as `string`, or classes of nodes that may be connected.',
        },
        description: text,
        placeholder: text,
        default: {},
        optional: flag,
        additionalParams: { ...flag, description: 'Shown among the additional settings.' },
        list: { ...flag, description: 'Takes several connections.' },
        rows: number,
        step: number,
        min: number,
        max: number,
        options: {
          type: 'array',
          items: object(
            { label: text, name: text, description: text, imageSrc: text, show: condition, hide: condition },
            ['label', 'name'],
          ),
        },
        loadMethod: { ...text, description: 'Load its options with `loadNodeOptions`.' },
        acceptVariable: flag,
        fileType: text,
        credentialNames: texts,
        array: { ...inputs, description: 'Fields of each row.' },
        tabs: inputs,
        show: { ...condition, description: 'Shown only while other inputs have these values.' },
        hide: { ...condition, description: 'Hidden while other inputs have these values.' },
      },
      ['name', 'label', 'type'],
    ),
  },
  NodeTemplate: {
    description: 'A node that flows can be built from.',
    ...object(
      {
        name: text,
        label: text,
        version: number,
        type: text,
        category: text,
        baseClasses: { ...texts, description: 'What the node can be connected as.' },
        tags: texts,
        description: text,
        icon: { ...text, description: 'See `getNodeIcon`.' },
        badge: text,
        credential: { $ref: '#/components/schemas/NodeInput' },
        inputs,
        outputs: {
          type: 'array',
          items: object({ name: text, label: text, baseClasses: texts, description: text }, [
            'name',
            'label',
            'baseClasses',
          ]),
        },
      },
      [
        'name',
        'label',
        'version',
        'type',
        'category',
        'baseClasses',
        'tags',
        'description',
        'icon',
        'inputs',
        'outputs',
      ],
    ),
  },
}
