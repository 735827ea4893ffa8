import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { Inputs, InputsOf } from '#server/engine/inputs.ts'
import {
  type LoaderCall,
  loaderOutputs,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { type FileOrder, openFiles } from './file-source.ts'

type Row<I extends Inputs> = Pick<NodeDefinition, 'name' | 'label' | 'version' | 'description'> & {
  inputs: I
  order(inputs: InputsOf<I>): FileOrder
}

function fileLoader<const I extends Inputs>({ inputs, order, ...row }: Row<I>): NodeDefinition {
  type Call = Omit<AnyCall, 'inputs'> & LoaderCall & { inputs: InputsOf<I> }
  return {
    ...row,
    category: 'Document Loaders',
    icon: 'document',
    baseClasses: ['Document'],
    inputs: { ...inputs, textSplitter, metadata, omitMetadataKeys },
    outputs: loaderOutputs((call: Call) => openFiles(call, order(call.inputs))),
  }
}

export const csvFile = fileLoader({
  name: 'csvFile',
  label: 'CSV File',
  version: 3,
  description: 'Reads CSV files. Each row becomes a document with its column names.',
  inputs: {
    csvFile: { label: 'CSV File', type: 'file', fileType: '.csv' },
    columnName: {
      label: 'Single Column Extraction',
      type: 'string',
      description: 'Extract only this column.',
      placeholder: 'Column Name',
      optional: true,
    },
  },
  order: ({ csvFile: files, columnName: select }) => ({ files, format: 'csv', settings: { select } }),
})

export const docxFile = fileLoader({
  name: 'docxFile',
  label: 'Docx File',
  version: 2,
  description: 'Reads the text of Word files.',
  inputs: { docxFile: { label: 'Docx File', type: 'file', fileType: '.docx' } },
  order: ({ docxFile: files }) => ({ files, format: 'docx' }),
})

export const epubFile = fileLoader({
  name: 'epubFile',
  label: 'EPUB File',
  version: 1,
  description: 'Reads the text of EPUB books.',
  inputs: {
    epubFile: { label: 'EPUB File', type: 'file', fileType: '.epub' },
    usage: {
      label: 'Usage',
      type: 'options',
      options: [
        { label: 'One document per chapter', name: 'perChapter' },
        { label: 'One document per file', name: 'perFile' },
      ],
      default: 'perChapter',
    },
  },
  order: ({ epubFile: files, usage }) => ({
    files,
    format: 'epub',
    settings: { perPage: usage === 'perChapter' },
  }),
})

export const jsonFile = fileLoader({
  name: 'jsonFile',
  label: 'JSON File',
  version: 3,
  description: 'Reads the texts in JSON files.',
  inputs: {
    jsonFile: { label: 'JSON File', type: 'file', fileType: '.json' },
    pointersName: {
      label: 'Pointers Extraction (separated by commas)',
      type: 'string',
      description: 'Extract only the texts at these pointers.',
      placeholder: '/title, /author/name',
      optional: true,
      additionalParams: true,
    },
  },
  order: ({ jsonFile: files, pointersName: select }) => ({ files, format: 'json', settings: { select } }),
})

export const jsonlinesFile = fileLoader({
  name: 'jsonlinesFile',
  label: 'JSON Lines File',
  version: 3,
  description: 'Reads JSON Lines files. Each line becomes a document.',
  inputs: {
    jsonlinesFile: { label: 'JSON Lines File', type: 'file', fileType: '.jsonl' },
    pointerName: {
      label: 'Pointer Extraction',
      type: 'string',
      description: 'Extract the text at this pointer. Empty: the whole line.',
      placeholder: '/html',
      optional: true,
    },
  },
  order: ({ jsonlinesFile: files, pointerName: select }) => ({
    files,
    format: 'jsonl',
    settings: { select },
  }),
})

export const microsoftExcel = fileLoader({
  name: 'microsoftExcel',
  label: 'Microsoft Excel',
  version: 1,
  description: 'Reads Excel files. Each row becomes a document with its column names.',
  inputs: { excelFile: { label: 'Excel File', type: 'file', fileType: '.xlsx' } },
  order: ({ excelFile: files }) => ({ files, format: 'xlsx' }),
})

export const microsoftPowerpoint = fileLoader({
  name: 'microsoftPowerpoint',
  label: 'Microsoft PowerPoint',
  version: 1,
  description: 'Reads PowerPoint files. Each slide becomes a document.',
  inputs: { powerpointFile: { label: 'PowerPoint File', type: 'file', fileType: '.pptx' } },
  order: ({ powerpointFile: files }) => ({ files, format: 'pptx' }),
})

export const microsoftWord = fileLoader({
  name: 'microsoftWord',
  label: 'Microsoft Word',
  version: 1,
  description: 'Reads the text of Word files.',
  inputs: { docxFile: { label: 'Word File', type: 'file', fileType: '.docx' } },
  order: ({ docxFile: files }) => ({ files, format: 'docx' }),
})

export const pdfFile = fileLoader({
  name: 'pdfFile',
  label: 'PDF File',
  version: 2,
  description: 'Reads the text of PDF files.',
  inputs: {
    pdfFile: { label: 'PDF File', type: 'file', fileType: '.pdf' },
    usage: {
      label: 'Usage',
      type: 'options',
      options: [
        { label: 'One document per page', name: 'perPage' },
        { label: 'One document per file', name: 'perFile' },
      ],
      default: 'perPage',
    },
    legacyBuild: {
      label: 'Use Legacy Build',
      type: 'boolean',
      description: 'Legacy setting, no effect.',
      optional: true,
      additionalParams: true,
    },
  },
  order: ({ pdfFile: files, usage }) => ({
    files,
    format: 'pdf',
    settings: { perPage: usage === 'perPage' },
  }),
})

export const textFile = fileLoader({
  name: 'textFile',
  label: 'Text File',
  version: 3,
  description: 'Reads text files: notes, Markdown, code, raw HTML.',
  inputs: {
    txtFile: {
      label: 'TXT File',
      type: 'file',
      fileType:
        '.txt, .html, .aspx, .asp, .cpp, .c, .cs, .css, .go, .h, .java, .js, .less, .ts, .php, .proto, .python, .py, .rst, .ruby, .rb, .rs, .scala, .sc, .scss, .sol, .sql, .swift, .markdown, .md, .tex, .ltx, .vb, .xml',
    },
  },
  order: ({ txtFile: files }) => ({
    files,
    format: (name) => (/\.(md|markdown)$/i.test(name) ? 'markdown' : 'text'),
  }),
})
