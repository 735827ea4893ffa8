import { googleSheetsOAuth2 } from '#server/credentials/google-sheets-oauth2.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { type GoogleCredential, openGoogle } from './google-account.ts'
import { listDrive } from './read-google-drive.ts'
import { readSheets } from './read-google-sheets.ts'

type Call = LoaderCall & {
  inputs: {
    readonly spreadsheetIds: string[]
    readonly sheetNames: string | undefined
    readonly range: string | undefined
    readonly includeHeaders: boolean | undefined
    readonly valueRenderOption: string | undefined
  }
  credential: GoogleCredential
  ports: LoaderPorts
}

export const googleSheets = defineNode({
  name: 'googleSheets',
  label: 'Google Sheets',
  version: 1,
  category: 'Document Loaders',
  description:
    'Reads Google spreadsheets. Each row becomes a document with its column names. Refreshed hourly.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: googleSheetsOAuth2,

  inputs: {
    spreadsheetIds: {
      label: 'Select Spreadsheet',
      type: 'asyncMultiOptions',
      loadMethod: 'listSpreadsheets',
    },
    sheetNames: {
      label: 'Sheet Names',
      type: 'string',
      description: 'Read only these sheets, comma-separated. Empty: all.',
      placeholder: 'Sheet1, Sheet2',
      optional: true,
    },
    range: {
      label: 'Range',
      type: 'string',
      description: 'Read only these cells of each sheet. Empty: all.',
      placeholder: 'A1:E10',
      optional: true,
    },
    includeHeaders: {
      label: 'Include Headers',
      type: 'boolean',
      description: 'The first row has the names of the columns.',
      default: true,
      optional: true,
    },
    valueRenderOption: {
      label: 'Value Render Option',
      type: 'options',
      description: 'How values are read.',
      options: [
        { label: 'Formatted Value', name: 'FORMATTED_VALUE', description: 'As on the screen.' },
        { label: 'Unformatted Value', name: 'UNFORMATTED_VALUE', description: 'Numbers without format.' },
        { label: 'Formula', name: 'FORMULA', description: 'Formulas instead of their results.' },
      ],
      default: 'FORMATTED_VALUE',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports, signal } = call
    const choice = {
      spreadsheets: inputs.spreadsheetIds,
      sheets: readList(inputs.sheetNames),
      range: inputs.range,
      hasHeader: inputs.includeHeaders ?? true,
      values: inputs.valueRenderOption ?? 'FORMATTED_VALUE',
    }
    return makeSource(call, {
      key: JSON.stringify(['googleSheets', choice, currentPeriod(1)]),
      load: () => readSheets(choice, openGoogle('Google Sheets', credential, ports.fetch), signal),
    })
  }),

  loadMethods: {
    listSpreadsheets: async ({ credential, ports }) =>
      credential && ports.fetch
        ? listDrive(openGoogle('Google Sheets', credential, ports.fetch), [
            'application/vnd.google-apps.spreadsheet',
          ])
        : [],
  },
})
