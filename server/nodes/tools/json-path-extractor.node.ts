import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, valueAt } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'

const maxPreview = 200

export const jsonPathExtractor = defineNode({
  name: 'jsonPathExtractor',
  label: 'JSON Path Extractor',
  version: 1,
  category: 'Tools',
  description: 'Extracts one value from JSON at a fixed path.',
  icon: 'code',
  baseClasses: ['JSONPathExtractor', 'StructuredTool', 'Runnable', 'Tool'],

  inputs: {
    path: {
      label: 'JSON Path',
      type: 'string',
      description: 'Path of the value: data, user.name, items[0].id.',
      placeholder: 'data',
    },
    returnNullOnError: {
      label: 'Return Null on Error',
      type: 'boolean',
      description: 'Return null instead of an error if the value does not exist.',
      default: false,
      optional: true,
      additionalParams: true,
    },
  },

  build: ({ inputs: { path, returnNullOnError } }) => ({
    name: 'json_path_extractor',
    description: `Extracts the value at ${path} from JSON.`,
    parameters: {
      type: 'object',
      properties: { json: { description: 'The JSON, as text or as it is.' } },
      required: ['json'],
    },
    effect: 'read' as const,
    async call(args) {
      try {
        return { text: toText(extract(jsonIn(args), path)) }
      } catch (error) {
        if (returnNullOnError && error instanceof AppError) {
          return { text: 'null' }
        }
        throw error
      }
    },
  }),
})

function jsonIn(args: Json): Json {
  const isNamed = isRecord(args) && 'json' in args
  const given = isNamed ? (args.json ?? null) : args
  try {
    return typeof given === 'string' ? (parseBoundedJson(given) as Json) : given
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'That is not JSON.', { cause })
  }
}

function extract(json: Json, path: string): Json {
  const keys = path.match(/[^.[\]]+/g) ?? []
  const value = valueAt(
    json,
    keys.map((key) => key.replace(/^["']|["']$/g, '')),
  )
  if (value === undefined) {
    const preview = JSON.stringify(json).slice(0, maxPreview)
    throw new AppError('INVALID_INPUT', `There is no ${path} in ${preview}`)
  }
  return value as Json
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
