import { googleDriveOAuth2 } from '#server/credentials/google-drive-oauth2.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
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
import { driveTypes, listDrive, readDrive } from './read-google-drive.ts'

const defaultFiles = 50
const maxFiles = 1_000
const office = 'application/vnd.openxmlformats-officedocument'

type Call = LoaderCall & {
  inputs: {
    readonly selectedFiles: string[] | undefined
    readonly folderId: string | undefined
    readonly fileTypes: string[] | undefined
    readonly includeSubfolders: boolean | undefined
    readonly includeSharedDrives: boolean | undefined
    readonly maxFiles: number | undefined
  }
  credential: GoogleCredential
  ports: LoaderPorts
}

export const googleDrive = defineNode({
  name: 'googleDrive',
  label: 'Google Drive',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads files of Google Drive: documents, sheets, slides, PDFs and texts. Refreshed hourly.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: googleDriveOAuth2,

  inputs: {
    selectedFiles: {
      label: 'Select Files',
      type: 'asyncMultiOptions',
      loadMethod: 'listFiles',
      description: 'Empty: all files of the folder.',
      optional: true,
    },
    folderId: {
      label: 'Folder ID',
      type: 'string',
      description: 'Read the files of this folder, if none are selected.',
      placeholder: '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms',
      optional: true,
    },
    fileTypes: {
      label: 'File Types',
      type: 'multiOptions',
      description: 'Empty: all supported types.',
      options: [
        { label: 'Google Docs', name: 'application/vnd.google-apps.document' },
        { label: 'Google Sheets', name: 'application/vnd.google-apps.spreadsheet' },
        { label: 'Google Slides', name: 'application/vnd.google-apps.presentation' },
        { label: 'PDF Files', name: 'application/pdf' },
        { label: 'Text Files', name: 'text/plain' },
        { label: 'Word Documents', name: `${office}.wordprocessingml.document` },
        { label: 'PowerPoint Files', name: `${office}.presentationml.presentation` },
        { label: 'Excel Files', name: `${office}.spreadsheetml.sheet` },
      ],
      optional: true,
    },
    includeSubfolders: {
      label: 'Include Subfolders',
      type: 'boolean',
      default: false,
      optional: true,
    },
    includeSharedDrives: {
      label: 'Include Shared Drives',
      type: 'boolean',
      default: false,
      optional: true,
    },
    maxFiles: {
      label: 'Max Files',
      type: 'number',
      description: 'Up to 1,000.',
      default: defaultFiles,
      step: 1,
      min: 1,
      optional: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports, signal } = call
    const choice = {
      files: inputs.selectedFiles ?? [],
      folder: inputs.folderId,
      types: inputs.fileTypes ?? [],
      hasSubfolders: inputs.includeSubfolders ?? false,
      hasSharedDrives: inputs.includeSharedDrives ?? false,
      max: Math.min(Math.trunc(inputs.maxFiles ?? defaultFiles), maxFiles),
    }
    return makeSource(call, {
      key: JSON.stringify(['googleDrive', choice, currentPeriod(1)]),
      load: () => readDrive(choice, openGoogle('Google Drive', credential, ports.fetch), ports, signal),
    })
  }),

  loadMethods: {
    listFiles: async ({ credential, ports }) =>
      credential && ports.fetch
        ? listDrive(openGoogle('Google Drive', credential, ports.fetch), driveTypes)
        : [],
  },
})
