import type { Turn } from '#server/engine/call-context.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { codeOf, functionInputVariables, readVariables } from '#server/nodes/utilities/function-inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { currentPeriod, loaderOutputs, makeSource } from './document-source.ts'

type Call = {
  inputs: { readonly functionInputVariables: Json | undefined; readonly javascriptFunction: string }
  label: string
  turn: Turn
  ports: Pick<AnyCall['ports'], 'runCode'>
}

const example = `return [{ pageContent: 'The museum opens at ten.', metadata: { title: 'Hours' } }]`

export const customDocumentLoader = defineNode({
  name: 'customDocumentLoader',
  label: 'Custom Document Loader',
  version: 1,
  category: 'Document Loaders',
  description: 'Loads the documents your JavaScript returns. Refreshed hourly.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    functionInputVariables,
    javascriptFunction: codeOf('JavaScript Function', example),
  },

  outputs: loaderOutputs((call: Call) => {
    const { javascriptFunction: code, functionInputVariables: given } = call.inputs
    const inputs = readVariables(given)
    const plain = { textSplitter: undefined, metadata: undefined, omitMetadataKeys: undefined }
    return makeSource(
      { inputs: plain, label: call.label },
      {
        key: JSON.stringify(['code', code, inputs, currentPeriod(1), seenBy(code, call.turn)]),
        load: async () => toDocuments((await call.ports.runCode({ code, inputs })).value, call.label),
      },
    )
  }),
})

/** The code may use the question, so the question is part of the key. */
function seenBy(code: string, { vars, messageId }: Turn) {
  return [code.includes('$vars') ? vars : null, code.includes('$flow') ? messageId : null]
}

function toDocuments(value: Json, label: string): Document[] {
  if (typeof value === 'string') {
    return [{ pageContent: value, metadata: {} }]
  }
  const list = Array.isArray(value) ? value : [value]
  return list.map((each) => {
    const { pageContent, metadata } = (each ?? {}) as { [key: string]: Json }
    if (typeof pageContent !== 'string') {
      throw new AppError(
        'INVALID_FLOW',
        `${label}: the function must return documents: [{ pageContent, metadata }].`,
      )
    }
    const isData = isRecord(metadata)
    return { pageContent, metadata: isData ? metadata : {} }
  })
}
