import { unstructuredApi } from '#server/credentials/unstructured-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import {
  digestOf,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
} from './document-source.ts'
import { readUnstructured } from './read-unstructured.ts'

type Inputs = {
  readonly fileObject: string[]
  readonly unstructuredAPIUrl: string | undefined
  readonly strategy: string | undefined
  readonly encoding: string | undefined
  readonly skipInferTableTypes: string[] | undefined
  readonly hiResModelName: string | undefined
  readonly chunkingStrategy: string | undefined
  readonly ocrLanguages: string[] | undefined
  readonly sourceIdKey: string | undefined
  readonly coordinates: boolean | undefined
  readonly xmlKeepTags: boolean | undefined
  readonly includePageBreaks: boolean | undefined
  readonly multiPageSections: boolean | undefined
  readonly combineUnderNChars: number | undefined
  readonly newAfterNChars: number | undefined
  readonly maxCharacters: number | undefined
}
type Call = Omit<LoaderCall, 'inputs'> & {
  inputs: Inputs & Omit<LoaderCall['inputs'], 'textSplitter'>
  credential: { readonly unstructuredAPIKey: string } | undefined
  ports: LoaderPorts
}

const more = { optional: true, additionalParams: true } as const
const toOptions = (names: readonly string[]) => names.map((name) => ({ label: name, name }))
const fileTypes =
  '.bmp, .csv, .doc, .docx, .eml, .epub, .heic, .html, .jpg, .jpeg, .md, .msg, .odt, .org, .pdf, .png, .ppt, .pptx, .rst, .rtf, .tiff, .tsv, .txt, .xls, .xlsx, .xml'

export const unstructuredFileLoader = defineNode({
  name: 'unstructuredFileLoader',
  label: 'Unstructured File Loader',
  version: 4,
  category: 'Document Loaders',
  description: 'Reads files of many types, scanned ones too, through Unstructured.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: unstructuredApi,
  credentialOptional: true,

  inputs: {
    fileObject: { label: 'Files Upload', type: 'file', fileType: fileTypes },
    unstructuredAPIUrl: {
      label: 'Unstructured API URL',
      type: 'string',
      default: 'https://api.unstructuredapp.io/general/v0/general',
      optional: true,
    },
    strategy: {
      label: 'Strategy',
      type: 'options',
      description: 'How PDFs and pictures are read.',
      options: [
        { label: 'Hi-Res', name: 'hi_res', description: 'Recognizes the layout of the page.' },
        { label: 'Fast', name: 'fast', description: 'Reads only the text in the file.' },
        { label: 'OCR Only', name: 'ocr_only', description: 'Recognizes the text in pictures.' },
        { label: 'Auto', name: 'auto', description: 'Chosen for each page.' },
      ],
      default: 'auto',
      ...more,
    },
    encoding: { label: 'Encoding', type: 'string', default: 'utf-8', ...more },
    skipInferTableTypes: {
      label: 'Skip Infer Table Types',
      type: 'multiOptions',
      description: 'File types whose tables are read as plain text.',
      options: toOptions([
        'doc',
        'docx',
        'eml',
        'epub',
        'html',
        'jpg',
        'md',
        'msg',
        'odt',
        'pdf',
        'png',
        'ppt',
        'pptx',
        'rtf',
        'tiff',
        'tsv',
        'txt',
        'xls',
        'xlsx',
        'xml',
      ]),
      default: [],
      ...more,
    },
    hiResModelName: {
      label: 'Hi-Res Model Name',
      type: 'options',
      options: toOptions(['chipper', 'detectron2_onnx', 'yolox', 'yolox_quantized']),
      default: 'detectron2_onnx',
      ...more,
    },
    chunkingStrategy: {
      label: 'Chunking Strategy',
      type: 'options',
      options: [
        { label: 'None', name: 'None' },
        { label: 'By Title', name: 'by_title', description: 'No chunk crosses a heading.' },
      ],
      default: 'by_title',
      ...more,
    },
    ocrLanguages: {
      label: 'OCR Languages',
      type: 'multiOptions',
      description: 'Languages of scanned texts.',
      options: [
        { label: 'English', name: 'eng' },
        { label: 'Turkish', name: 'tur' },
        { label: 'German', name: 'deu' },
        { label: 'French', name: 'fra' },
        { label: 'Spanish', name: 'spa' },
        { label: 'Russian', name: 'rus' },
        { label: 'Arabic', name: 'ara' },
      ],
      ...more,
    },
    sourceIdKey: {
      label: 'Source ID Key',
      type: 'string',
      description: 'Metadata key of the file name.',
      default: 'source',
      ...more,
    },
    coordinates: {
      label: 'Coordinates',
      type: 'boolean',
      description: 'Add the position on the page to the metadata.',
      default: false,
      ...more,
    },
    xmlKeepTags: {
      label: 'XML Keep Tags',
      type: 'boolean',
      description: 'Include the tags of XML files.',
      ...more,
    },
    includePageBreaks: { label: 'Include Page Breaks', type: 'boolean', ...more },
    multiPageSections: {
      label: 'Multi-Page Sections',
      type: 'boolean',
      description: 'Chunks may cross a page break.',
      ...more,
    },
    combineUnderNChars: {
      label: 'Combine Under N Chars',
      type: 'number',
      description: 'Join chunks until they have this many characters.',
      step: 1,
      min: 0,
      ...more,
    },
    newAfterNChars: {
      label: 'New After N Chars',
      type: 'number',
      description: 'Start a new chunk after this many characters.',
      step: 1,
      min: 1,
      ...more,
    },
    maxCharacters: {
      label: 'Max Characters',
      type: 'number',
      description: 'Max chunk size in characters.',
      default: 500,
      step: 1,
      min: 1,
      ...more,
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs(async (call: Call) => {
    const { ports, credential, signal } = call
    const { fileObject, metadata: _, omitMetadataKeys: __, ...settings } = call.inputs
    const files = await Promise.all(fileObject.map(ports.openFile))
    const inputs = { ...call.inputs, textSplitter: undefined }
    return makeSource(
      { ...call, inputs },
      {
        key: JSON.stringify([
          'unstructured',
          files.map(({ key }) => key),
          await digestOf(JSON.stringify(settings)),
        ]),
        load: () =>
          readUnstructured(files, settings, {
            key: credential?.unstructuredAPIKey,
            fetch: ports.fetch,
            signal,
          }),
      },
    )
  }),
})
