import { defineNode } from '#server/engine/define-node.ts'
import {
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { openFiles } from './file-source.ts'

type Call = LoaderCall & { inputs: { readonly txtFile: string[] }; ports: LoaderPorts }

export const textFile = defineNode({
  name: 'textFile',
  label: 'Text File',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads text files: notes, Markdown, code, raw HTML.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    txtFile: {
      label: 'TXT File',
      type: 'file',
      fileType:
        '.txt, .html, .aspx, .asp, .cpp, .c, .cs, .css, .go, .h, .java, .js, .less, .ts, .php, .proto, .python, .py, .rst, .ruby, .rb, .rs, .scala, .sc, .scss, .sol, .sql, .swift, .markdown, .md, .tex, .ltx, .vb, .xml',
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => openFiles(call, { files: call.inputs.txtFile, format: 'text' })),
})
