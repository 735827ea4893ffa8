import { awsApi } from '#server/credentials/aws-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
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
import { pdfUsage } from './pdf-usage.ts'
import { type AwsCredential, readBucket } from './read-bucket.ts'
import { regions } from './s3-regions.ts'

type Call = LoaderCall & {
  inputs: {
    readonly bucketName: string
    readonly region: string
    readonly serverUrl: string | undefined
    readonly prefix: string | undefined
    readonly pdfUsage: 'perPage' | 'perFile' | undefined
  }
  credential: AwsCredential | undefined
  ports: LoaderPorts
}

export const s3Directory = defineNode({
  name: 's3Directory',
  label: 'S3 Directory',
  version: 4,
  category: 'Document Loaders',
  description: 'Reads the files of an Amazon S3 bucket or of a folder in it. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: awsApi,
  credentialOptional: true,

  inputs: {
    textSplitter,
    bucketName: { label: 'Bucket', type: 'string' },
    region: { label: 'Region', type: 'asyncOptions', loadMethod: 'listRegions', default: 'us-east-1' },
    serverUrl: {
      label: 'Server URL',
      type: 'string',
      description: 'URL of an S3-compatible server.',
      optional: true,
    },
    prefix: {
      label: 'Prefix',
      type: 'string',
      description: 'Read only files that start with this.',
      placeholder: 'folder/menus',
      optional: true,
    },
    pdfUsage,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports } = call
    const { bucketName: bucket, region, serverUrl, prefix = '', pdfUsage } = inputs
    const place = { bucket, region, serverUrl, prefix, isPerPage: pdfUsage !== 'perFile' }
    return makeSource(call, {
      key: JSON.stringify(['s3Directory', place, currentPeriod(24)]),
      load: () => readBucket(place, credential, ports),
    })
  }),

  loadMethods: {
    listRegions: async () => toChoices(regions),
  },
})
